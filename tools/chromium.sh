#!/bin/sh
# Finds the Chromium that the browser tests need; if it is missing and may be installed, installs it. Debian has one
# without windows, which needs half of the time; any other Chromium will do.
set -eu

QUICK=chromium-headless-shell

found() {
  for name in "$@"; do
    if command -v "$name" >/dev/null 2>&1; then
      return 0
    fi
  done
  return 1
}

install() {
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >/dev/null 2>&1
}

if found "$QUICK"; then
  exit 0
fi

may_install=yes
as_root=""
if ! found apt-get; then
  may_install=no
elif [ "$(id -u)" != 0 ]; then
  as_root="sudo -n"
  if ! found sudo || ! sudo -n true 2>/dev/null; then
    may_install=no
  fi
fi

if [ "$may_install" = yes ]; then
  $as_root apt-get update -qq || true
  install "$QUICK" || found chromium chromium-browser google-chrome chrome || install chromium || true
fi
if ! found "$QUICK" chromium chromium-browser google-chrome chrome; then
  echo "Chromium is missing: the browser tests need it. Install it with the packages of this system, for example:" \
    "sudo apt-get install chromium" >&2
  exit 2
fi
