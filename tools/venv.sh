#!/bin/sh
# Makes the virtual environment: sh tools/venv.sh FOLDER
# PYTHON names the Python to use. Without it, python3 is used, or the system's own if that is clearly quicker: a Python
# that was compiled without its optimisations takes half as long again. If the chosen one cannot make environments, the
# missing package is installed, or what is missing is said.
set -eu
folder=$1

new_enough() {
  command -v "$1" >/dev/null 2>&1 && "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

# Microseconds of processor time for a short sum of fractions, the least of nine.
loop_time() {
  "$1" -c '
from fractions import Fraction
from time import process_time
def loop():
    start, found = process_time(), Fraction(0)
    for number in range(1, 1500):
        found = max(found, Fraction(number, 7) + Fraction(3, number))
    return process_time() - start
print(round(1_000_000 * min(loop() for _ in range(9))))'
}

makes_environments() {
  if "$1" -c 'import ensurepip, venv' 2>/dev/null; then
    return 0
  fi
  case $(command -v "$1") in
    /usr/bin/*) ;;
    *) return 1 ;;
  esac
  command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ] &&
    apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null && "$1" -c 'import ensurepip, venv' 2>/dev/null
}

python=${PYTHON:-python3}
system=/usr/bin/python3
if [ -z "${PYTHON:-}" ] && new_enough "$system"; then
  if ! new_enough "$python"; then
    python=$system
  elif [ $(($(loop_time "$system") * 6)) -lt $(($(loop_time "$python") * 5)) ] && makes_environments "$system"; then
    python=$system
  fi
fi

if ! command -v "$python" >/dev/null 2>&1; then
  echo "Python is missing: install Python 3.11 or later, or name one with PYTHON=..." >&2
  exit 2
fi
if ! new_enough "$python"; then
  echo "$("$python" --version 2>/dev/null || echo "$python") is too old, or no Python: Arpad needs Python 3.11 or later; name one with PYTHON=..." >&2
  exit 2
fi
if ! makes_environments "$python"; then
  echo "$python cannot make virtual environments: install its venv package (on Debian: python3-venv)." >&2
  exit 2
fi
"$python" -m venv "$folder"
