#!/bin/sh
# Finds the Chromium that the browser tests need; if it is missing and may be installed, installs it.
set -eu

for name in chromium chromium-browser google-chrome chrome; do
  if command -v "$name" >/dev/null 2>&1; then
    exit 0
  fi
done

if ! command -v apt-get >/dev/null 2>&1; then
  echo "Chromium is missing: the browser tests need it. Install it with the packages of this system." >&2
  exit 2
fi
if [ "$(id -u)" = 0 ]; then
  as_root=""
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
  as_root="sudo -n"
else
  echo "Chromium is missing: the browser tests need it. Install it: sudo apt-get install chromium" >&2
  exit 2
fi
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
if ! command -v chromium >/dev/null 2>&1; then
  echo "Chromium is still missing after its installation: install it with the packages of this system." >&2
  exit 2
fi
