#!/usr/bin/env bash
# Sourced by the other scripts: finds Python, keeps .venv in step with the hash-locked requirements.
#
#   ensure_venv runtime | playground | dev | bench     afterwards $python is the virtual environment's interpreter
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
cd -- "$root"
venv=$root/.venv
python=$venv/bin/python

# What an outer environment may have set would install or import from somewhere else.
unset PYTHONHOME PYTHONPATH PIP_USER PIP_TARGET PIP_PREFIX PIP_REQUIRE_VIRTUALENV VIRTUAL_ENV

find_python() {
  local candidate
  for candidate in python3.13 python3.12 python3.11 python3 python; do
    if "$candidate" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' \
      >/dev/null 2>&1; then
      printf '%s\n' "$candidate"
      return
    fi
  done
  echo "Gin needs Python 3.11 or newer with its venv module" \
    "(on Debian and Ubuntu: apt-get install python3-venv)." >&2
  return 1
}

lock_hash() { "$1" -c 'import hashlib, sys
print(hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest())' "requirements/$2.txt"; }

is_current() {
  [ -f "$venv/.lock-$1" ] && [ "$(<"$venv/.lock-$1")" = "$(lock_hash "$python" "$1")" ]
}

install_lock() {
  if ! "$python" -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
    local base
    base=$(find_python)
    echo "Creating .venv with $("$base" --version) ..." >&2
    "$base" -m venv --clear "$venv"
  fi
  is_current "$1" && return
  echo "Installing the locked packages of requirements/$1.txt into .venv ..." >&2
  rm -f "$venv/.lock-$1"
  "$python" -m pip install --quiet --disable-pip-version-check --no-input \
    --require-hashes -r "requirements/$1.txt" >&2
  lock_hash "$python" "$1" >"$venv/.lock-$1"
  # dev.txt contains playground.txt, and that runtime.txt, in the same versions.
  case $1 in dev) lock_hash "$python" playground >"$venv/.lock-playground" ;; esac
  case $1 in dev | playground) lock_hash "$python" runtime >"$venv/.lock-runtime" ;; esac
}

ensure_venv() {
  if [ -x "$python" ] && is_current "$1" 2>/dev/null; then return; fi
  # Two scripts started at once must not install into the same place.
  if command -v flock >/dev/null 2>&1; then
    exec 9>"$root/.venv.lock"
    flock 9
    install_lock "$1"
    exec 9>&-
  else
    install_lock "$1"
  fi
}
