#!/bin/sh
# Makes the virtual environment: sh tools/venv.sh FOLDER
# PYTHON names the Python to use; without it, python3 is used. If it cannot make environments, the missing package is
# installed, or what is missing is said.
set -eu
folder=$1
python=${PYTHON:-python3}

can_make_environments() {
  "$python" -c 'import ensurepip, venv' 2>/dev/null
}

if ! command -v "$python" >/dev/null 2>&1; then
  echo "Python is missing: install Python 3.11 or later, or name one with PYTHON=..." >&2
  exit 2
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  echo "$("$python" --version 2>/dev/null || echo "$python") is too old, or no Python: Arpad needs Python 3.11 or later; name one with PYTHON=..." >&2
  exit 2
fi
if ! can_make_environments && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  case $(command -v "$python") in
    /usr/bin/*) apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null || true ;;
  esac
fi
if ! can_make_environments; then
  echo "$python cannot make virtual environments: install its venv package (on Debian: python3-venv)." >&2
  exit 2
fi
"$python" -m venv "$folder"
