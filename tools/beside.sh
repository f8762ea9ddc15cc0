#!/bin/sh
# Runs checks one after the other beside a longer command, and fails if any of them fails:
#     sh tools/beside.sh "CHECK" "CHECK" -- COMMAND ...
# What the checks print is shown when the command has ended, so that lines do not mix.
set -u
printed=$(mktemp)
trap 'rm -f "$printed"' EXIT

checks=""
while [ "$1" != "--" ]; do
  checks="$checks
$1"
  shift
done
shift

(
  failed=0
  while IFS= read -r check; do
    if [ -n "$check" ]; then
      echo "$check"
      sh -c "$check" </dev/null || { failed=1; echo "FAILED: $check"; }
    fi
  done <<END
$checks
END
  exit $failed
) >"$printed" 2>&1 &
beside=$!
trap 'kill "$beside" 2>/dev/null; exit 130' INT TERM

code=0
"$@" || code=$?
wait "$beside" || code=$((code ? code : 1))
cat "$printed"
exit "$code"
