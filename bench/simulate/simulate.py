"""How a search over supports would run on up to 1,024 ranks: a discrete-event simulation of recorded searches.

A recording (record.py, or `spica solve --threads 1 --record FILE.csv`) has the time of every node, the bound that it waits with and
the bytes that it takes to send. The tree is taken as it is: where the incumbent is known before nodes are closed, a node is in the tree
whatever the order. Simulated is the protocol of the product, one worker and one communicating thread a rank:

- What comes before the tree, and the root, are done while all ranks but the first wait.
- A rank expands the best of its own nodes; children stay where their parent was.
- Rounds, one after another: all ranks gather everybody's status; from it all make the same plan of who gives how many nodes to whom; the
  nodes go their way. A rank with fewer nodes in advance than it can work off in a round is given some by the richest, one without
  work even the last of another's. Workers go on meanwhile. The next round begins a twentieth of a mean node's time later, 2 to 20 ms.
- The search ends with the round in which nobody has a node.

Sending takes latency + bytes / bandwidth, for all that a rank sends, or receives, in a round; gathering takes
ceil(log2 ranks) latencies and everybody's 100 bytes. Writes ranks.csv and ranks.svg into the folder given and tables as Markdown to standard
output. --self-test checks the simulation against schedules that are known.
"""

import argparse
import collections
import csv
import gzip
import heapq
import math
import pathlib
import random
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORDED = pathlib.Path(__file__).resolve().parent / "recorded"
TO_GROW = RECORDED / "noise-100-from-60-k-40-seed-1.csv.gz"
STATUS_BYTES = 100

Network = collections.namedtuple("Network", "name latency_sec bytes_per_sec")
NETWORKS = (Network("one machine", 1e-6, 5e9), Network("10 GbE", 30e-6, 1e9), Network("1 GbE, 1 ms", 1e-3, 1.2e8), Network("wide area, 20 ms", 20e-3, 1.2e8))
Run = collections.namedtuple("Run", "sec rounds moved moved_bytes")


class Tree:
    """Nodes in the order in which a queue would hand them out, so that their numbers compare as they do."""

    def __init__(self, rows, before_sec=0.0):
        """Of each node: parent (an earlier row, -1 for the first), seconds, bound, order among equal bounds, bytes to send it."""
        by_rank = sorted(range(len(rows)), key=lambda i: (-rows[i][2], -rows[i][3], i))
        number = [0] * len(rows)
        for place, row in enumerate(by_rank):
            number[row] = place
        self.before_sec = before_sec
        self.root = number[0]
        self.seconds = [rows[i][1] for i in by_rank]
        self.bytes = [rows[i][4] for i in by_rank]
        self.children = [[] for _ in rows]
        path = [0.0] * len(rows)
        depth = [0] * len(rows)
        for i, (parent, seconds, *_) in enumerate(rows):
            if parent >= 0:
                self.children[number[parent]].append(number[i])
                depth[i] = depth[parent] + 1
            path[i] = seconds + (path[parent] if parent >= 0 else 0.0)
        self.work_sec = math.fsum(self.seconds)
        self.path_sec = max(path)
        self.depth = max(depth)

    def ideal_sec(self, ranks):
        """No schedule is faster: the root is alone, a node waits for its parent, and work is at best spread evenly."""
        root_sec = self.seconds[self.root]
        return self.before_sec + max(self.path_sec, root_sec + (self.work_sec - root_sec) / ranks)

    def one_queue_sec(self, ranks):
        """The same order if all ranks shared one queue, and sending took no time: what is lost beyond is lost to the protocol."""
        queue, events, now, free = [self.root], [], 0.0, ranks
        while queue or events:
            while queue and free:
                node = heapq.heappop(queue)
                heapq.heappush(events, (now + self.seconds[node], node))
                free -= 1
            now, node = heapq.heappop(events)
            free += 1
            for child in self.children[node]:
                heapq.heappush(queue, child)
        return self.before_sec + now


def read(path):
    """Rows for a Tree, and the seconds before it."""
    with gzip.open(path, "rt") if path.suffix == ".gz" else open(path) as file:
        records = sorted(csv.DictReader(file), key=lambda row: int(row["id"]))
    place = {row["id"]: i for i, row in enumerate(records)}
    rows = []
    for row in records:
        parent = place[row["parent"]] if row["parent"] != "-1" else -1
        size = int(records[parent]["child_bytes"]) if parent >= 0 else 0
        rows.append((parent, float(row["seconds"]), float(row["bound_before"]), int(row["order"]), size))
    return rows, float(records[0]["start_sec"])


def grown(rows, copies):
    """A longer search than can be recorded: the tree, and itself once more below so many of its leaves, without its root."""
    parents = {parent for parent, *_ in rows}
    leaves = [i for i in range(len(rows)) if i not in parents]
    top = rows[1][2]
    result = list(rows)
    for leaf in leaves[:: max(1, len(leaves) // copies)][:copies]:
        start = len(result) - 1
        for parent, seconds, bound, order, size in rows[1:]:
            result.append((start + parent if parent > 0 else leaf, seconds, rows[leaf][2] - top + bound, rows[leaf][3] // 2 * 2 + order, size))
    return result


def plan(waiting, working, enough):
    """(giver, receiver) for every node that moves: the neediest first, from the richest.

    Whoever has fewer than `enough` in advance receives, as long as that leaves the giver no poorer than itself; who neither has
    nor works on any receives whatever is left.
    """
    have = list(waiting)
    needy = [(have[r] + working[r], r) for r in range(len(have)) if have[r] + working[r] < enough + 1]
    givers = [(-have[r], r) for r in range(len(have)) if have[r] > 0]
    heapq.heapify(needy)
    heapq.heapify(givers)
    moves = []
    while needy and givers:
        level, receiver = needy[0]
        left, giver = -givers[0][0], givers[0][1]
        if left != have[giver]:  # has received itself
            heapq.heapreplace(givers, (-have[giver], giver))
            continue
        if giver == receiver or level > 0 and left < level + 1:
            break
        moves.append((giver, receiver))
        have[giver] -= 1
        have[receiver] += level > 0
        if have[giver] > 0:
            heapq.heapreplace(givers, (-have[giver], giver))
        else:
            heapq.heappop(givers)
        if level + 1 < enough + 1:
            heapq.heapreplace(needy, (level + 1, receiver))
        else:
            heapq.heappop(needy)
    return moves


class Simulation:
    def __init__(self, tree, ranks, network):
        self.tree = tree
        self.ranks = ranks
        self.network = network
        self.now = 0.0
        self.queues = [[] for _ in range(ranks)]
        self.waiting = [0] * ranks
        self.working = [0] * ranks
        self.events = []  # when, rank, the node that its worker has done or -1, nodes that it receives
        self.done = 0
        self.done_sec = 0.0
        self.rounds = self.moved = self.moved_bytes = 0
        self.receive(0, [tree.root])

    def receive(self, rank, nodes):
        for node in nodes:
            heapq.heappush(self.queues[rank], node)
        self.waiting[rank] += len(nodes)
        if not self.working[rank] and self.waiting[rank]:
            node = heapq.heappop(self.queues[rank])
            self.waiting[rank] -= 1
            self.working[rank] = 1
            heapq.heappush(self.events, (self.now + self.tree.seconds[node], rank, node, ()))

    def work_until(self, moment):
        while self.events and self.events[0][0] <= moment:
            self.now, rank, node, nodes = heapq.heappop(self.events)
            if node >= 0:
                self.working[rank] = 0
                nodes = self.tree.children[node]
                if node != self.tree.root:  # which says nothing about the others
                    self.done_sec += self.tree.seconds[node]
                self.done += 1
            self.receive(rank, nodes)
        self.now = max(self.now, moment) if moment < math.inf else self.now

    def mean_sec(self):
        return self.done_sec / (self.done - 1) if self.done > 1 else math.inf

    def hand_over(self, moves):
        """Every second node from the top of the giver's order. Returns the seconds until all have arrived."""
        receivers = collections.defaultdict(list)
        for giver, receiver in moves:
            receivers[giver].append(receiver)
        parcels = []
        sent, received = collections.Counter(), collections.Counter()
        for giver, wanted in receivers.items():
            queue = self.queues[giver]
            count = min(len(wanted), len(queue))  # its worker may have taken some since
            top = [heapq.heappop(queue) for _ in range(min(2 * count, len(queue)))]
            order = top[::2] + top[1::2]
            for node in order[count:]:
                heapq.heappush(queue, node)
            self.waiting[giver] -= count
            for receiver, node in zip(wanted, order[:count]):
                parcels.append((giver, receiver, node))
                sent[giver] += self.tree.bytes[node]
                received[receiver] += self.tree.bytes[node]
        took = 0.0
        for giver, receiver, node in parcels:
            sec = self.network.latency_sec + max(sent[giver], received[receiver]) / self.network.bytes_per_sec
            heapq.heappush(self.events, (self.now + sec, receiver, -1, (node,)))
            took = max(took, sec)
        self.moved += len(parcels)
        self.moved_bytes += sum(sent.values())
        return took

    def run(self):
        if self.ranks == 1:
            self.work_until(math.inf)
            return self.result()
        gather_sec = self.network.latency_sec * math.ceil(math.log2(self.ranks)) + self.ranks * STATUS_BYTES / self.network.bytes_per_sec
        round_sec = gather_sec
        while True:
            begun = self.now
            waiting, working = self.waiting[:], self.working[:]
            richest = max(waiting)
            self.work_until(begun + gather_sec)
            self.rounds += 1
            if richest == 0 and not any(working):
                return self.result()
            mean_sec = self.mean_sec()
            pause_sec = min(max(mean_sec / 20, 2e-3), 20e-3)
            enough = 1 + math.ceil(round_sec / mean_sec)
            if richest > 0 and min(map(int.__add__, waiting, working)) < enough + 1:
                self.work_until(self.now + self.hand_over(plan(waiting, working, enough)))
            self.work_until(self.now + pause_sec)
            round_sec = self.now - begun

    def result(self):
        assert self.done == len(self.tree.seconds) and not self.events
        return Run(self.tree.before_sec + self.now, self.rounds, self.moved, self.moved_bytes)


def simulate(tree, ranks, network):
    return Simulation(tree, ranks, network).run()


def rows_of(name, tree, networks, most):
    counts = [2**i for i in range(most.bit_length())]
    one_sec = simulate(tree, 1, networks[0]).sec
    one_queue_sec = [tree.one_queue_sec(ranks) for ranks in counts]
    for network in networks:
        for ranks, shared_sec in zip(counts, one_queue_sec):
            run = simulate(tree, ranks, network)
            yield {"instance": name, "network": network.name, "ranks": ranks, "sec": f"{run.sec:.4f}", "speedup": f"{one_sec / run.sec:.2f}",
                   "efficiency_percent": f"{100 * one_sec / run.sec / ranks:.1f}", "ideal_sec": f"{tree.ideal_sec(ranks):.4f}",
                   "of_ideal_percent": f"{100 * tree.ideal_sec(ranks) / run.sec:.1f}", "one_queue_sec": f"{shared_sec:.4f}", "rounds": run.rounds, "nodes_moved": run.moved,
                   "mb_moved": f"{run.moved_bytes / 1e6:.1f}"}


def print_tables(trees, rows):
    print("| instance | nodes | depth | before, s | root, s | tree, s | mean node, ms | longest path, s | at most x faster | KB a node |\n" + "|---|" + "--:|" * 9)
    for name, tree in trees.items():
        root_sec = tree.seconds[tree.root]
        nodes = len(tree.seconds)
        print(f"| {name} | {nodes:,} | {tree.depth} | {tree.before_sec:.2f} | {root_sec:.2f} | {tree.work_sec - root_sec:.1f} | "
              f"{1000 * (tree.work_sec - root_sec) / max(1, nodes - 1):.1f} | {tree.path_sec:.2f} | {(tree.before_sec + tree.work_sec) / (tree.before_sec + tree.path_sec):,.0f} | "
              f"{sum(tree.bytes) / max(1, nodes - 1) / 1000:.0f} |")
    for network in dict.fromkeys(row["network"] for row in rows):
        of_network = [row for row in rows if row["network"] == network]
        columns = list(dict.fromkeys(row["ranks"] for row in of_network))[1:]
        print(f"\n{network}:\n\n| instance | " + " | ".join(map(str, columns)) + " |\n|---|" + "--:|" * len(columns))
        for name in trees:
            cells = {row["ranks"]: row for row in of_network if row["instance"] == name}
            print(f"| {name} | " + " | ".join(f"{float(cells[r]['efficiency_percent']):.0f} ({float(cells[r]['of_ideal_percent']):.0f})" for r in columns) + " |")


def svg(title, curves):
    """Efficiency against ranks, one line a curve; thin and dashed what no schedule can exceed."""
    width, height, left, right, top, bottom = 780, 400, 50, 280, 20, 45
    colours = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#777777", "#000000", "#8c564b", "#117733")
    most = max(ranks for points in curves.values() for ranks, *_ in points)
    x_of = lambda ranks: left + math.log2(ranks) / math.log2(most) * (width - left - right)
    y_of = lambda percent: height - bottom - percent / 100 * (height - bottom - top)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
             f"<title>{title}</title>", f'<rect width="{width}" height="{height}" fill="white"/>']
    for percent in range(0, 101, 20):
        parts.append(f'<line x1="{left}" x2="{width - right}" y1="{y_of(percent):.1f}" y2="{y_of(percent):.1f}" stroke="#ddd"/>'
                     f'<text x="{left - 6}" y="{y_of(percent) + 4:.1f}" text-anchor="end">{percent} %</text>')
    for ranks, *_ in max(curves.values(), key=len):
        parts.append(f'<line x1="{x_of(ranks):.1f}" x2="{x_of(ranks):.1f}" y1="{top}" y2="{height - bottom}" stroke="#eee"/>'
                     f'<text x="{x_of(ranks):.1f}" y="{height - bottom + 16}" text-anchor="middle">{ranks}</text>')
    by_efficiency = sorted(curves.items(), key=lambda curve: -sum(percent for _, percent, _ in curve[1]))
    for place, (name, points) in enumerate(by_efficiency):
        colour = colours[place % len(colours)]
        for column, style in ((1, 'stroke-width="2"'), (2, 'stroke-width="1" stroke-dasharray="3 3"')):
            line = " ".join(f"{x_of(point[0]):.1f},{y_of(point[column]):.1f}" for point in points)
            parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" {style}/>')
        parts.append(f'<text x="{width - right + 8}" y="{top + 10 + 18 * place}" fill="{colour}">{name}</text>')
    parts.append(f'<text x="{left}" y="{height - 8}">ranks</text></svg>')
    return "\n".join(parts) + "\n"


class SelfTest(unittest.TestCase):
    AT_ONCE = Network("at once", 0.0, math.inf)

    @staticmethod
    def binary(depth, seconds=1.0, size=0):
        return Tree([(-1 if i == 0 else (i - 1) // 2, seconds, -float(i), 0, size) for i in range(2 ** (depth + 1) - 1)])

    @staticmethod
    def random_tree(nodes, seed):
        """As searches leave them: bounds fall from parent to child, of children there are two."""
        draw = random.Random(seed)
        rows = [(-1, 1.0, 1.0, 0, 0)]
        leaves = [0]
        while len(rows) < nodes:
            parent = leaves.pop(draw.randrange(len(leaves)))
            bound = rows[parent][2] * draw.uniform(0.9, 1.0)
            for side in range(2):
                leaves.append(len(rows))
                rows.append((parent, draw.expovariate(20.0), bound, rows[parent][3] // 2 * 2 + 2 + side, draw.randrange(10**6)))
        return Tree(rows, 0.5)

    def test_one_rank_takes_the_total(self):
        tree = self.random_tree(999, 1)
        self.assertAlmostEqual(simulate(tree, 1, NETWORKS[0]).sec, 0.5 + tree.work_sec, places=9)
        self.assertEqual(simulate(tree, 1, NETWORKS[0]).moved, 0)

    def test_nothing_beats_the_ideal(self):
        for seed in range(3):
            tree = self.random_tree(299, seed)
            for network in (self.AT_ONCE, *NETWORKS[1:]):
                for ranks in (3, 32):
                    self.assertGreaterEqual(simulate(tree, ranks, network).sec, tree.ideal_sec(ranks) - 1e-9)

    def test_equal_nodes_reach_the_ideal_schedule_within_a_round_a_level(self):
        for ranks in (2, 4, 16, 64):
            for depth in (4, 7):
                ideal_sec = sum(math.ceil(2**level / ranks) for level in range(depth + 1))
                sec = simulate(self.binary(depth), ranks, self.AT_ONCE).sec
                self.assertGreaterEqual(sec, ideal_sec)
                self.assertAlmostEqual(self.binary(depth).one_queue_sec(ranks), ideal_sec)
                self.assertLessEqual(sec, ideal_sec + (depth + 2) * 20e-3)

    def test_a_path_gains_nothing(self):
        tree = Tree([(i - 1, 0.1, -float(i), 0, 10**6) for i in range(50)])
        sec = simulate(tree, 64, NETWORKS[1]).sec
        self.assertTrue(tree.work_sec <= sec <= tree.work_sec + 0.03)

    def test_latency_is_paid(self):
        """A gathering and a transfer before the second child of the root begins, and a gathering until its end is seen."""
        slow = Network("slow", 0.25, math.inf)
        sec = simulate(self.binary(1), 2, slow).sec
        self.assertTrue(2 + 3 * 0.25 <= sec <= 2 + 5 * 0.25 + 0.1, sec)

    def test_state_size_is_paid(self):
        """Five seconds on the way for a node of one second, which would be done sooner where it is."""
        thin = Network("thin", 0.0, 1e6)
        self.assertGreaterEqual(simulate(self.binary(1, size=5 * 10**6), 2, thin).sec, 2 + 5)

    def test_plans(self):
        self.assertEqual(plan([1, 0], [1, 0], 1), [(0, 1)])  # even the last, for one without work
        self.assertEqual(plan([1, 0], [1, 1], 1), [])
        self.assertEqual(plan([2, 0], [1, 1], 1), [(0, 1)])
        self.assertEqual(plan([9, 1], [1, 1], 1), [])  # has enough
        self.assertEqual(plan([9, 1], [1, 1], 3), [(0, 1)] * 2)
        self.assertEqual(sorted(plan([5, 4, 0, 0], [1, 1, 0, 0], 1)), [(0, 2), (0, 3), (0, 3), (1, 2)])
        self.assertEqual(len(plan([3] + [0] * 9, [1] + [0] * 9, 2)), 3)

    def test_recordings(self):
        for path in RECORDED.glob("*.csv.gz"):
            rows, before_sec = read(path)
            tree = Tree(rows, before_sec)
            self.assertTrue(all(len(children) <= 2 for children in tree.children), path)
            self.assertTrue(all(parent < i and (parent < 0) == (i == 0) for i, (parent, *_) in enumerate(rows)), path)
            self.assertTrue(all(bound <= rows[parent][2] for parent, _, bound, *_ in rows[1:]), path)
            self.assertGreater(before_sec, 0.0)

    def test_grown(self):
        rows = [(-1, 1.0, 9.0, 0, 0), (0, 2.0, 8.0, 3, 7), (0, 3.0, 8.0, 2, 7), (1, 4.0, 7.0, 5, 7), (1, 5.0, 7.0, 4, 7)]
        tree = Tree(grown(rows, 3))
        self.assertEqual((len(tree.seconds), tree.depth), (5 + 3 * 4, 4))
        self.assertAlmostEqual(tree.work_sec, 15 + 3 * 14)
        self.assertAlmostEqual(tree.path_sec, 1 + 2 + 5 + 2 + 5)
        self.assertEqual(sorted(len(children) for children in tree.children), [0] * 9 + [2] * 8)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("recordings", type=pathlib.Path, nargs="*", help=f"default: all of {RECORDED.relative_to(ROOT)}")
    parser.add_argument("--ranks", type=int, default=1024, help="at most")
    parser.add_argument("--network", nargs=2, type=float, metavar=("SEC", "BYTES_PER_SEC"), help="latency and bandwidth of another network")
    parser.add_argument("--grow", type=int, default=100, metavar="COPIES", help=f"recordings given, or {TO_GROW.name}, are also run with themselves below so many leaves")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        unittest.main(argv=[sys.argv[0]])
    networks = (Network("{:g} s, {:g} B/s".format(*options.network), *options.network),) if options.network else NETWORKS
    trees = {}
    for path in options.recordings or sorted(RECORDED.glob("*.csv.gz")):
        name = path.name.split(".")[0].replace("-", " ")
        rows, before_sec = read(path)
        trees[name] = Tree(rows, before_sec)
        if options.grow > 0 and (options.recordings or path == TO_GROW):
            trees[f"{name}, grown {options.grow}"] = Tree(grown(rows, options.grow), before_sec)
    trees = dict(sorted(trees.items(), key=lambda item: len(item[1].seconds)))
    rows = [row for name, tree in trees.items() for row in rows_of(name, tree, networks, options.ranks)]
    print_tables(trees, rows)
    with open(options.out / "ranks.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    shown = networks[min(1, len(networks) - 1)]
    one_sec = {name: tree.before_sec + tree.work_sec for name, tree in trees.items()}
    curves = {name: [(row["ranks"], float(row["efficiency_percent"]), 100 * one_sec[name] / row["ranks"] / float(row["ideal_sec"]))
                     for row in rows if row["instance"] == name and row["network"] == shown.name] for name in trees}
    (options.out / "ranks.svg").write_text(svg(f"Simulated efficiency against the number of ranks, {shown.name}", curves))


if __name__ == "__main__":
    main()
