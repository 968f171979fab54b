"""Makes up a table of gene expression: python3 examples/expression.py > expression.csv

60 samples (rows) of 300 genes (columns) on a log2 scale: 30 controls C01-C30 and 30 treated T01-T30. Nothing is measured; the
names of real genes only make the tables easier to read. What is planted:

- ten genes of the interferon response rise and fall together, and are higher in most treated samples;
- six genes of the cell cycle go together as well, whatever the treatment;
- HBB, haemoglobin, varies more than all of these: some samples have more blood in them than others;
- 283 other genes go their own way, with a little of a batch effect in common.
"""

import csv
import random
import sys

INTERFERON = ["IFIT1", "IFIT3", "ISG15", "MX1", "OAS1", "OAS2", "IFI44", "IFI44L", "RSAD2", "IFI6"]
CELL_CYCLE = ["MKI67", "TOP2A", "CCNB1", "CDK1", "BUB1", "AURKA"]
OTHERS = 283


def rows(seed=1):
    """The header, then one row a sample."""
    draw = random.Random(seed)
    genes = INTERFERON + CELL_CYCLE + ["HBB"] + [f"GENE{number:03d}" for number in range(1, OTHERS + 1)]
    level = {gene: draw.uniform(4, 11) for gene in genes}
    spread = {gene: draw.uniform(0.4, 0.9) for gene in genes}
    strength = {gene: draw.uniform(0.7, 1.2) for gene in INTERFERON + CELL_CYCLE}
    batch = {gene: draw.gauss(0, 0.06) for gene in genes}
    draw.shuffle(genes)
    yield ["sample"] + genes
    for group, mean in (("C", -0.5), ("T", 0.5)):
        for number in range(1, 31):
            response = mean + draw.gauss(0, 0.8)
            growth = draw.gauss(0, 0.7)
            day = draw.gauss(0, 1)
            row = []
            for gene in genes:
                value = level[gene] + batch[gene] * day + draw.gauss(0, spread[gene])
                if gene in INTERFERON:
                    value += strength[gene] * response
                elif gene in CELL_CYCLE:
                    value += strength[gene] * growth
                elif gene == "HBB":
                    value += draw.gauss(0, 4)
                row.append(f"{value:.3f}")
            yield [f"{group}{number:02d}"] + row


if __name__ == "__main__":
    csv.writer(sys.stdout, lineterminator="\n").writerows(rows())
