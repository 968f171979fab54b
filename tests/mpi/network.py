"""Two hosts on one machine: network namespaces, and a wire between them that is slow and loses packets.

The wire is this process: it holds the other ends of both hosts' network devices (TUN), hands every packet over after the delay, and
drops some. So no part of the kernel is needed that a small one may not have. Needs root and /dev/net/tun.
"""

import fcntl
import heapq
import os
import random
import select
import struct
import subprocess
import tempfile
import threading
import time
from pathlib import Path

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
HOSTS = ("spica-test-a", "spica-test-b")
ADDRESSES = ("10.77.0.1", "10.77.0.2")
SUBNET = "10.77.0.0/24"


def possible():
    try:
        with open("/dev/net/tun", "r+b", buffering=0):
            pass
        return os.geteuid() == 0 and subprocess.run(["ip", "netns", "list"], capture_output=True).returncode == 0
    except OSError:
        return False


def ip(*arguments):
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


class SlowNetwork:
    """`launcher` is mpirun on the first host, with the second one at the other end of the wire."""

    def __init__(self, delay_sec, loss, there=":"):
        """`there` is a command that the second host runs before each program."""
        self.delay_sec, self.loss, self.there = delay_sec, loss, there
        self.carried = self.lost = 0
        self.over = threading.Event()

    def __enter__(self):
        self.ends = []
        for number, (host, address) in enumerate(zip(HOSTS, ADDRESSES)):
            subprocess.run(["ip", "netns", "del", host], capture_output=True)
            ip("netns", "add", host)
            device = f"spicatun{number}"
            end = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
            fcntl.ioctl(end, TUNSETIFF, struct.pack("16sH22x", device.encode(), IFF_TUN | IFF_NO_PI))
            ip("link", "set", device, "netns", host)
            ip("-n", host, "addr", "add", f"{address}/24", "dev", device)
            ip("-n", host, "link", "set", device, "mtu", "1500", "up")
            ip("-n", host, "link", "set", "lo", "up")
            self.ends.append(end)
        self.thread = threading.Thread(target=self.carry, daemon=True)
        self.thread.start()
        self.folder = tempfile.TemporaryDirectory(prefix="spica-network-")
        agent = Path(self.folder.name) / "agent"  # in place of ssh: the name of a host, then a command
        agent.write_text(f'#!/bin/sh\nshift\nexec ip netns exec {HOSTS[1]} unshare -u sh -c "hostname {HOSTS[1]}; {self.there}; $*"\n')
        agent.chmod(0o755)
        words = f"hostname {HOSTS[0]}; exec mpirun \"$@\""
        self.launcher = ["ip", "netns", "exec", HOSTS[0], "unshare", "-u", "sh", "-c", words, "mpirun",
                         "-host", ",".join(f"{address}:4" for address in ADDRESSES), "--map-by", "node", "--mca", "plm_rsh_agent", str(agent),
                         "--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", SUBNET, "--mca", "oob_tcp_if_include", SUBNET]
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()
        for end in self.ends:
            os.close(end)
        for host in HOSTS:
            subprocess.run(["ip", "netns", "del", host], capture_output=True)
        self.folder.cleanup()

    def carry(self):
        draw = random.Random(1)
        under_way, order = [], 0
        while not self.over.is_set():
            now = time.monotonic()
            while under_way and under_way[0][0] <= now:
                _, _, to, packet = heapq.heappop(under_way)
                try:
                    os.write(to, packet)
                except OSError:
                    pass  # its host is not up yet
            wait = min(0.05, under_way[0][0] - now) if under_way else 0.05
            for end in select.select(self.ends, [], [], wait)[0]:
                while True:
                    try:
                        packet = os.read(end, 65536)
                    except OSError:
                        break
                    if draw.random() < self.loss:
                        self.lost += 1
                        continue
                    self.carried += 1
                    order += 1
                    other = self.ends[1 - self.ends.index(end)]
                    heapq.heappush(under_way, (time.monotonic() + self.delay_sec, order, other, packet))
