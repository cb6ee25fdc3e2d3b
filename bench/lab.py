#!/usr/bin/env python3
"""How fast the laboratory answers: the first view after the start, warm tiles at 8 parallel requests, and tiles a
hundred digits out.

    cargo build --release && bench/lab.py [path/to/wythoff]

Needs Python 3 alone. Prints one JSON document; ends with 1 when a target is missed.
"""
import http.client
import json
import multiprocessing
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import urllib.parse

PARALLEL = 8
REQUESTS = 400  # by each of them
FIRST_VIEW_SECONDS = 1.0
WARM_P99_SECONDS = 0.030
SIDE = 8192
GAME = "blocking:k=100"


def start(program, store):
    since = time.perf_counter()
    server = subprocess.Popen(
        [program, "lab", "--port", "0", "--store", store], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    address = urllib.parse.urlsplit(server.stdout.readline().strip())
    return server, address.hostname, address.port, since


def get(connection, path):
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.read()


def first_view(host, port, since):
    """Page, board, and the tiles of a window of 1280 × 800 on the level that shows the whole board."""
    connection = http.client.HTTPConnection(host, port, timeout=30)
    while True:
        status, _ = get(connection, "/")
        assert status == 200
        status, board = get(connection, f"/api/board/{GAME}")
        assert status == 200
        if json.loads(board)["ready"] >= SIDE:
            break
        time.sleep(0.002)
    for x in range(4):
        for y in range(4):
            status, _ = get(connection, f"/api/board/{GAME}/tile/3/{x}/{y}?palette=cln15")
            assert status == 200
    return time.perf_counter() - since


def tiles():
    paths = []
    for level in range(0, 6):
        across = max(1, SIDE >> level >> 8)
        for _ in range(12):
            x, y = random.randrange(across), random.randrange(across)
            palette = random.choice(["outcome", "cln15", "deviation", "safe"])
            paths.append(f"/api/board/{GAME}/tile/{level}/{x}/{y}?palette={palette}")
    return paths


def far_tiles():
    """Along the thread of slope 5/2 of W^14, a hundred digits out."""
    far = 10**97
    at = [(level, 2 * far + i, 5 * far + i) for level in (0, 2, 5, 10, 15) for i in range(20)]
    return [f"/api/board/blocking:k=14/tile/{level}/{x}/{y}?palette=cln15" for level, x, y in at]


def asked_once(connection, paths):
    times = []
    for path in paths:
        before = time.perf_counter()
        assert get(connection, path)[0] == 200, path
        times.append(time.perf_counter() - before)
    return times


def client(host, port, paths, seed, times):
    order = random.Random(seed)
    connection = http.client.HTTPConnection(host, port, timeout=30)
    found = []
    for _ in range(REQUESTS):
        path = order.choice(paths)
        since = time.perf_counter()
        status, _ = get(connection, path)
        found.append(time.perf_counter() - since)
        assert status == 200, path
    times.put(found)


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def measure(host, port, paths):
    times = multiprocessing.Queue()
    clients = [
        multiprocessing.Process(target=client, args=(host, port, paths, seed, times)) for seed in range(PARALLEL)
    ]
    for process in clients:
        process.start()
    found = [time for _ in clients for time in times.get()]
    for process in clients:
        process.join()
    return found


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    program = sys.argv[1] if len(sys.argv) > 1 else str(root / "target/release/wythoff")
    random.seed(1)
    with tempfile.TemporaryDirectory() as store:
        server, host, port, since = start(program, store)
        try:
            cold_start = first_view(host, port, since)
            paths = tiles()
            connection = http.client.HTTPConnection(host, port, timeout=30)
            cold = asked_once(connection, paths)
            warm = measure(host, port, paths)
            far = asked_once(connection, far_tiles())
        finally:
            server.terminate()
            server.wait()
        server, host, port, since = start(program, store)
        try:
            again = first_view(host, port, since)
        finally:
            server.terminate()
            server.wait()
    result = {
        "first_view_seconds": round(cold_start, 3),
        "first_view_seconds_with_a_store": round(again, 3),
        "cold_tile_p50_ms": round(1e3 * percentile(cold, 0.5), 2),
        "cold_tile_p99_ms": round(1e3 * percentile(cold, 0.99), 2),
        "warm_tile_p50_ms": round(1e3 * percentile(warm, 0.5), 2),
        "warm_tile_p99_ms": round(1e3 * percentile(warm, 0.99), 2),
        "far_tile_p50_ms": round(1e3 * percentile(far, 0.5), 2),
        "far_tile_p99_ms": round(1e3 * percentile(far, 0.99), 2),
        "parallel": PARALLEL,
        "requests": len(warm),
    }
    print(json.dumps(result, indent=2))
    sys.exit(cold_start > FIRST_VIEW_SECONDS or percentile(warm, 0.99) > WARM_P99_SECONDS)


if __name__ == "__main__":
    main()
