"""A notebook's kernel for the tests of the widgets: one widget, whose messages go over HTTP.

`python bridge.py EXPRESSION` serves the widget that the expression makes on a page; the first line
on standard output is its address.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import comm
import wythoff
import wythoff.widgets
from comm.base_comm import BaseComm

PUBLISHED = []


class Comm(BaseComm):
    """Keeps what Python says, for the page to fetch."""

    def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        if msg_type == "comm_msg":
            PUBLISHED.append(data)


comm.create_comm = Comm
wythoff.widgets._is_notebook = lambda: True
WIDGET = eval(sys.argv[1])
HERE = Path(__file__).parent
FILES = {
    "/": (HERE / "notebook.html", "text/html; charset=utf-8"),
    "/widget.js": (Path(wythoff.widgets.__file__).parent / "built/widget.js", "text/javascript"),
}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        path = self.path.partition("?")[0]
        if path == "/state":
            names = [name for name in WIDGET.keys if not name.startswith("_")]
            self.answer(
                json.dumps({name: getattr(WIDGET, name) for name in names if is_json(name)})
            )
        elif path in FILES:
            file, kind = FILES[path]
            self.answer(file.read_text(), kind)
        else:
            self.send_error(404)

    def do_POST(self):
        # As a notebook's front end says it: `{"method": "custom", "content": …}`, or an update.
        said = json.loads(self.rfile.read(int(self.headers["content-length"])))
        PUBLISHED.clear()
        if said["method"] == "python":
            exec(said["code"], {"widget": WIDGET})
        else:
            WIDGET.comm.handle_msg({"content": {"data": said}, "buffers": []})
        self.answer(json.dumps(PUBLISHED))

    def answer(self, text, kind="application/json"):
        body = text.encode()
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def is_json(name):
    return isinstance(getattr(WIDGET, name), (str, int, list, dict, type(None)))


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}/", flush=True)
server.serve_forever()
