"""A proof, checked by the independent checker; then the same proof with other data: python3 examples/python/check_certificate.py"""

import numpy

import spica

samples, planted = spica.generate("spiked", features=200, samples=50, seed=7)
result = spica.solve(samples, 10, center=False, certificate=True)

# The checker is told what the solver was told: here that the samples are not centred.
for proven in spica.check(samples, result.certificate, center=False, k=10):
    print(f"k = {proven.k}: the best variance is proven to lie in [{proven.lower_bound}, {proven.upper_bound}]")
    print(proven)

try:
    spica.check(samples, result.certificate)
except spica.CertificateRejected as error:
    print(f"centred: {error}")

changed = samples.copy()
changed[0, 0] = numpy.nextafter(changed[0, 0], numpy.inf)  # the last bit of one number
try:
    spica.check(changed, result.certificate, center=False)
except ValueError as error:
    print(f"with one bit changed: {error}")
