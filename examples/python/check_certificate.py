"""A proof, checked by the independent checker; then the same proof with other data: python3 examples/python/check_certificate.py"""

import numpy

import spica

samples, planted = spica.generate("spiked", features=200, samples=50, seed=7)
result = spica.solve(samples, 10, center=False, certificate=True)

for k, lower, upper in spica.check(samples, result.certificate):
    print(f"k = {k}: the best variance is proven to lie in [{lower}, {upper}]")

changed = samples.copy()
changed[0, 0] = numpy.nextafter(changed[0, 0], numpy.inf)  # the last bit of one number
try:
    spica.check(changed, result.certificate)
except ValueError as error:
    print(f"with one bit changed: {error}")
