library(testthat)
library(spica)

test_check("spica")
