"""The curve of variance against k as a table: python3 examples/python/choose_k.py"""

import pathlib

import numpy

import spica

file = pathlib.Path(__file__).resolve().parents[2] / "data/pitprops.csv"
names = file.read_text().splitlines()[0].split(",")
correlations = numpy.loadtxt(file, delimiter=",", skiprows=1)

curve = spica.path(correlations, range(1, len(names) + 1), feature_names=names, select=0.9)
largest = curve.path["largest_eigenvalue"]["upper_bound"]

print(" k   at least    at most   share   features")
for one in curve.components:
    mark = "  <- bend" if one.k == curve.path["bend"] else ""
    at_least, at_most = numpy.floor(1e4 * one.lower_bound) / 1e4, numpy.ceil(1e4 * one.upper_bound) / 1e4  # rounded outwards
    print(f"{one.k:2d} {at_least:10.4f} {at_most:10.4f} {100 * one.lower_bound / largest:6.1f} %  {' '.join(one.feature_names)}{mark}")

chosen = curve.path["selection"]
print(f"k = {chosen['k']} is enough for 90 % of the largest eigenvalue; no k up to {chosen['impossible_up_to']} is.")
