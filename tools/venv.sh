#!/bin/sh
# Makes the virtual environment; where the system's Python cannot, gets the missing package or says what is missing.
set -eu
folder=$1
python=${PYTHON:-python3}

if ! command -v "$python" >/dev/null 2>&1; then
  echo "Python is missing: install Python 3.11 or later, or name one with PYTHON=..." >&2
  exit 2
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
  echo "$("$python" --version) is too old: Arpad needs Python 3.11 or later; name one with PYTHON=..." >&2
  exit 2
fi
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
  if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null
  else
    echo "This Python cannot make virtual environments: install its venv package (on Debian: python3-venv)." >&2
    exit 2
  fi
fi
"$python" -m venv "$folder"
