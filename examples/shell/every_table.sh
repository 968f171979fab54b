#!/bin/sh
# Solves every table given, keeps result, proof and loadings beside it, and checks each proof:
#   examples/shell/every_table.sh 10 a.csv b.csv
# Prints one line a table; ends with 1 if any failed. SPICA_FLAGS adds flags, such as --standardize.
set -u
[ $# -ge 2 ] || { echo "usage: $0 K TABLE..." >&2; exit 2; }
k=$1
shift
failed=0
for table in "$@"; do
  base=${table%.csv}
  # 0 is a proof to the gap asked for, 4 a limit that struck: the bounds hold either way.
  # shellcheck disable=SC2086
  spica solve "$table" -k "$k" ${SPICA_FLAGS-} --time-limit 60 --log-level quiet --json "$base.json" --certificate "$base.cert.gz" --loadings "$base.loadings.csv" >/dev/null
  code=$?
  if [ $code -ne 0 ] && [ $code -ne 4 ]; then
    echo "$table: not solved (exit code $code)"
    failed=1
  elif checked=$(spica-check "$table" "$base.cert.gz"); then
    echo "$table:$(echo "$checked" | sed -n 's/^component 1  k = [0-9]*  proved:/ variance proven to lie in/p')"
  else
    echo "$table: the proof was rejected"
    failed=1
  fi
done
exit $failed
