#!/usr/bin/env python3
"""A hostile client: 10,000 wrong requests, 200 slow connections, long checks that are cancelled, a kill −9 in the
middle of a computation.

    cargo build --release && bench/hostile.py [path/to/wythoff]

Needs Python 3 alone. Every answer has to be below 500, the memory bounded and given back when checks are cancelled, no
thread may panic, and after the kill the store has to open clean with all that was finished. Prints one JSON document;
ends with 1 when something is wrong.
"""
import http.client
import json
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

REQUESTS = 10_000
SLOW = 200
MEMORY_LIMIT = 2 << 30
# Checks that are cancelled, their bound, and how much more memory than before may be held 5 seconds later.
CHECKS = ["Lar11", "Lar13", "Lar15", "Lar09", "CLN15"]
CHECK_BOUND = 400_000
CHECK_SECONDS = 20
HELD_LIMIT = 256 << 20

VALUES = [
    "-1", "0", "1", "1.5", "1e9", "abc", "%00", "%F0%9F%91%91", "%D9%A3", "..%2F..%2Fetc%2Fpasswd", "%2e%2e%2f", "NaN",
    "+1", "0x10", "%20", "18446744073709551615", "18446744073709551616", "9" * 40, "9" * 999, "9" * 3000, "%FF%FE",
    "%3Cscript%3E", "null", "true", "[]", "{}", "blocking:k=5", "blocking:k=4294967295", "blocking:k=0",
    "wythoff:m=4294967295", "choice:m=1,p=4294967295", "imitation:m=9,p=4294967295",
    "custom:%20rook%20%2B%20bishop%20%7C%20block%203", "custom:%20rook%20%7C%20hole%204294967295,4294967295",
    "modulo:m=1,p=4294967295,l=7", "nim", "gdwn:p=1,q=2", "comply:k=4294967295", "hole:m=1,p=1,u=4294967295,v=1",
    "shifted:m=4294967295,p=2,l=1",
]
PATHS = [
    "/api/board/{}", "/api/board/{}/tile/{}/{}/{}", "/api/board/{}/tile/0/{}/{}?format=raw&values={}",
    "/api/board/{}/tile/{}/0/0?palette={}", "/api/board/{}/cell/{}/{}", "/api/board/{}/rays/{}/{}?most={}",
    "/api/board/{}/window/{}/{}?width={}&height={}&values={}", "/api/compare/{}/{}?dx={}&dy={}&along={}",
    "/api/compare/{}/{}/tile/{}/{}/{}", "/api/thumbnail/{}?size={}", "/api/solve/{}/{}/{}?history={}",
    "/api/solve/{}/{}/{}?blocked={}", "/api/games/{}", "/api/games/{}/table?count={}",
    "/api/games/{}/table?max_x={}&format=csv", "/api/atlas/{}", "/api/atlas?from={}&to={}", "/api/jobs/{}", "/api/{}",
    "/api/cell?text={}", "/api/cell?text={},{}", "/api/cell?text=10%5E{},floor(phi*{})", "/api/puzzle?seed={}&level=3",
    "/api/puzzle?seed={}&level={}", "/api/board/blocking:k=8/section/{}/{}?way=diagonal&length=300",
    "/api/board/{}/section/3/{}?way=row&values={}", "/api/board/wythoff/section/{}/9?way={}&length={}",
    "/api/board/blocking:k=8/poster?x={}&y={}&width=40&height=30&scale=2&palette=cln15",
    "/api/board/{}/poster?width={}&height=70&size=900x700&format=svg", "/api/board/{}/poster?x={}&scale=1/8&caption=no",
    "/api/board/wythoff/poster?size={}x{}", "/api/board/blocking:k=8/poster?width={}&height={}&scale={}",
    "/api/animation?game=blocking:k=%7B%7D&from=3&to=5&x={}&width=40&height=30&format=gif&caption=yes",
    "/api/animation?game={}&from={}&to={}&step={}", "/api/animation?game=wythoff:m=%7B%7D&from={}&to=9&scale={}",
    "/{}", "/../{}", "/{}.js",
]
POSTS = [
    "/api/board/{}/grow", "/api/play", "/api/play/move", "/api/play/hint", "/api/play/values", "/api/play/review",
    "/api/sum", "/api/sum/move", "/api/sum/review", "/api/theorems/{}/run",
]


def start(program, store):
    errors = open(pathlib.Path(store) / "stderr.txt", "a")
    server = subprocess.Popen(
        [program, "lab", "--port", "0", "--store", store, "--budget", str(1 << 28)],
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    )
    address = urllib.parse.urlsplit(server.stdout.readline().strip())
    return server, address.hostname, address.port


def memory(server, kind="VmHWM"):
    for line in open(f"/proc/{server.pid}/status"):
        if line.startswith(f"{kind}:"):
            return int(line.split()[1]) << 10
    return 0


def cancelled_checks(server, call):
    """Resident memory before long checks, at their peak, and 5 seconds after they are cancelled."""
    before = peak = memory(server, "VmRSS")
    for check in CHECKS:
        call("POST", f"/api/theorems/{check}/run", json.dumps({"bound": CHECK_BOUND}))
    end = time.perf_counter() + CHECK_SECONDS
    while time.perf_counter() < end:
        peak = max(peak, memory(server, "VmRSS"))
        # A connection that says nothing is closed.
        call("GET", "/api/jobs?results=false")
        time.sleep(0.1)
    for job in call("GET", "/api/jobs?results=false")[1]["jobs"]:
        call("DELETE", f"/api/jobs/{job['id']}")
    time.sleep(5)
    return {"before": before, "peak": peak, "after": memory(server, "VmRSS")}


def body(order):
    value = lambda: order.choice([-1, 0, 3, 7, 1e300, 10**30, "9" * 50, "x", None, [], {}, [[1, 2]], [5, 4], True])
    names = ["game", "start", "actions", "side", "bound", "strength", "seed"]
    fields = {name: value() for name in names if order.random() < 0.7}
    if order.random() < 0.5:
        fields["game"] = order.choice(["blocking:k=3", "imitation", "choice:m=2,p=3"])
        fields["start"] = [order.randrange(40), order.randrange(40)]
        kinds = [{"move": [1, 1]}, {"block": [[0, 0]]}, {"choose": 1}, {"propose": []}, {"fly": 1}]
        fields["actions"] = [order.choice(kinds) for _ in range(order.randrange(4))]
    if order.random() < 0.3:
        games = ["wythoff 3,5", "nim 4,4", "wythoff:m=2 60,60", "gdwn:p=1,q=2 9,8", "imitation 2,2", "wythoff 1", "x"]
        fields["sum"] = " + ".join(order.choices(games, [9, 9, 9, 9, 1, 1, 1], k=order.randrange(1, 7)))
        cells = [[0, 0], [1, 2], [9], "x"]
        move = lambda: {"summand": order.choice([0, 1, 1, 1, 2, 99, -1]), "to": order.choice(cells)}
        fields["moves"] = [move() for _ in range(order.randrange(3))]
        # A sum has no other fields but those of its opponent.
        fields = {name: field for name, field in fields.items() if name not in ("game", "start", "actions")}
    text = json.dumps(fields)
    return text if order.random() < 0.9 else text[: order.randrange(len(text) + 1)]


def attack(host, port, seed, count, statuses):
    order = random.Random(seed)
    connection = http.client.HTTPConnection(host, port, timeout=120)
    for _ in range(count):
        headers = {"Content-Type": "application/json"}
        if order.random() < 0.05:
            headers["Host"] = "evil.example"
        if order.random() < 0.05:
            headers["Origin"] = "http://evil.example"
        post = order.random() < 0.2
        path = order.choice(POSTS if post else PATHS)
        while "{}" in path:
            path = path.replace("{}", order.choice(VALUES), 1)
        method, content = "POST" if post else order.choice(["GET"] * 9 + ["DELETE"]), body(order) if post else None
        # A server may close a connection after a refusal whose body it did not read; then a new one has to do.
        for fresh in [False, True]:
            try:
                connection.request(method, path, content, headers)
                answer = connection.getresponse()
                answer.read()
                statuses.append((answer.status, path))
                break
            except (http.client.HTTPException, OSError) as error:
                connection.close()
                connection = http.client.HTTPConnection(host, port, timeout=120)
                if fresh:
                    statuses.append((0, f"{path[:60]}: {error!r}"))


def slow(host, port, stop):
    try:
        line = socket.create_connection((host, port), timeout=60)
        for byte in b"GET /api/status HTTP/1.1\r\nHost: nobody":
            if stop.wait(1.5):
                break
            line.send(bytes([byte]))
        line.close()
    except OSError:
        pass  # The server has had enough of it.


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    program = sys.argv[1] if len(sys.argv) > 1 else str(root / "target/release/wythoff")
    wrong = []
    with tempfile.TemporaryDirectory() as store:
        server, host, port = start(program, store)
        stop = threading.Event()
        lazy = [threading.Thread(target=slow, args=(host, port, stop)) for _ in range(SLOW)]
        for thread in lazy:
            thread.start()
        statuses, since = [], time.perf_counter()
        clients = [
            threading.Thread(target=attack, args=(host, port, seed, REQUESTS // 8, statuses)) for seed in range(8)
        ]
        for thread in clients:
            thread.start()
        for thread in clients:
            thread.join()
        seconds = time.perf_counter() - since
        stop.set()
        wrong += [f"{status} {path[:120]}" for status, path in statuses if status >= 500 or status == 0]
        if server.poll() is not None:
            wrong.append("the server has ended")
        used = memory(server)
        if used > MEMORY_LIMIT:
            wrong.append(f"{used} bytes of memory")
        for thread in lazy:
            thread.join()
        # Jobs that the attack has begun are cancelled; then a board is killed in the middle.
        connection = http.client.HTTPConnection(host, port, timeout=60)

        def call(method, path, content=None):
            connection.request(method, path, content, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())

        for job in call("GET", "/api/jobs")[1]["jobs"]:
            call("DELETE", f"/api/jobs/{job['id']}")
        held = cancelled_checks(server, call)
        if held["after"] > held["before"] + HELD_LIMIT:
            wrong.append(f"cancelled checks hold memory: {held}")
        board = "/api/board/blocking:k=777"
        status, grown = call("POST", f"{board}/grow", json.dumps({"side": 200_000}))
        if status != 202:
            wrong.append(f"growing: {status} {grown}")
        while call("GET", board)[1]["ready"] < 20_000:
            time.sleep(0.05)
        before = call("GET", board)[1]["ready"]
        connection.request("GET", f"{board}/tile/0/3/70?format=raw")
        tile = connection.getresponse().read()
        server.send_signal(signal.SIGKILL)
        server.wait()
        server, host, port = start(program, store)
        connection = http.client.HTTPConnection(host, port, timeout=60)
        after = call("GET", board)[1]
        if after["ready"] < before:
            wrong.append(f"ready up to {before} before the kill, up to {after['ready']} after it")
        if after["job"] is None and after["ready"] < 200_000:
            wrong.append("the work does not go on")
        connection.request("GET", f"{board}/tile/0/3/70?format=raw")
        if connection.getresponse().read() != tile:
            wrong.append("a tile has changed")
        server.send_signal(signal.SIGTERM)
        since = time.perf_counter()
        code = server.wait(timeout=30)
        if code != 0:
            wrong.append(f"SIGTERM: ended with {code}")
        ended = time.perf_counter() - since
        if "panicked" in (pathlib.Path(store) / "stderr.txt").read_text():
            wrong.append("a thread panicked")
    counts = {}
    for status, _ in statuses:
        counts[str(status)] = counts.get(str(status), 0) + 1
    result = {
        "requests": len(statuses),
        "statuses": dict(sorted(counts.items())),
        "seconds": round(seconds, 1),
        "slow_connections": SLOW,
        "most_memory_bytes": used,
        "cancelled_checks_bytes": held,
        "ready_before_kill": before,
        "ready_after_kill": after["ready"],
        "seconds_to_stop": round(ended, 2),
        "wrong": wrong[:20],
    }
    print(json.dumps(result, indent=2))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
