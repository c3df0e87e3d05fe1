#!/usr/bin/env bash
# Sourced by the other scripts: finds Python, keeps .venv in step with the hash-locked requirements.
#
#   ensure_venv runtime | playground | dev | bench | docs     afterwards $python is the virtual environment's interpreter
#   say_python                                         prints what ensure_venv will use, for the log's first line
#
# GIN_PYTHON is the name or the full path of the Python to use, and a .venv of another one is made anew.
# Without it a .venv stays, and a new one is made with the newest Python of the PATH, python3 if it is as new: a
# press costs a quarter less on 3.13 than on 3.11.
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
cd -- "$root"
venv=$root/.venv
python=$venv/bin/python

# What an outer environment may have set would install or import from somewhere else.
unset PYTHONHOME PYTHONPATH PIP_USER PIP_TARGET PIP_PREFIX PIP_REQUIRE_VIRTUALENV VIRTUAL_ENV

# Prints the version as a number, 3013 for 3.13, of a Python that is new enough and has its venv module.
usable_version() {
  "$1" -c 'import sys, ensurepip, venv
major, minor = sys.version_info[:2]
sys.exit((major, minor) < (3, 11) or print(1000 * major + minor))' 2>/dev/null
}

find_python() {
  local candidate version best='' newest=0
  if [ -n "${GIN_PYTHON:-}" ]; then
    if ! usable_version "$GIN_PYTHON" >/dev/null; then
      echo "GIN_PYTHON is $GIN_PYTHON, which is no Python 3.11 or newer with its venv module." >&2
      return 1
    fi
    printf '%s\n' "$GIN_PYTHON"
    return
  fi
  for candidate in python3 python python3.13 python3.12 python3.11; do
    version=$(usable_version "$candidate") || continue
    if [ "$version" -gt "$newest" ]; then best=$candidate newest=$version; fi
  done
  if [ -n "$best" ]; then
    printf '%s\n' "$best"
    return
  fi
  echo "Gin needs Python 3.11 or newer with its venv module" \
    "(on Debian and Ubuntu: apt-get install python3-venv)." >&2
  return 1
}

build_of() { "$1" -c 'import sys; print(sys.base_prefix, sys.version)' 2>/dev/null; }

# Runs a command, and says every five seconds for how long: without a terminal nothing else does.
with_seconds() {
  local begun=$SECONDS ticker status=0
  (while sleep 5 && kill -0 $$ 2>/dev/null; do echo "... $((SECONDS - begun)) s" >&2; done) 9>&- &
  ticker=$!
  "$@" || status=$?
  kill "$ticker" 2>/dev/null || true
  wait "$ticker" 2>/dev/null || true
  return "$status"
}

is_as_asked() { [ -z "${GIN_PYTHON:-}" ] || [ "$(build_of "$python")" = "$(build_of "$GIN_PYTHON")" ]; }

has_venv() {
  "$python" -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && is_as_asked
}

say_python() {
  local tested=$python
  if ! has_venv; then tested=$(find_python); fi
  "$tested" -c 'import platform, sys
print("Python", platform.python_version(), "of", sys.base_prefix, "on", platform.platform())'
}

lock_hash() { "$1" -c 'import hashlib, sys
print(hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest())' "requirements/$2.txt"; }

is_current() {
  [ -f "$venv/.lock-$1" ] && [ "$(<"$venv/.lock-$1")" = "$(lock_hash "$python" "$1")" ]
}

# uv is several times faster than pip, which looks at every file that a package ever had. Each lock is
# complete, so nothing has to be resolved; modules are compiled when they are first imported.
install_packages() {
  local lock=requirements/$1.txt shown=--quiet
  if [ -t 2 ]; then shown=; fi
  if "$python" -m pip install --quiet --disable-pip-version-check --no-input --no-compile --no-deps \
    --only-binary :all: --require-hashes -r requirements/installer.txt >/dev/null 2>&1 &&
    (
      like_pip
      "$venv/bin/uv" pip install $shown --python "$python" --no-deps --require-hashes -r "$lock" >&2
    ); then
    return
  fi
  echo "uv cannot install here; pip does it now, which takes about a minute ..." >&2
  "$python" -m pip install --quiet --disable-pip-version-check --no-input --no-compile --no-deps \
    --require-hashes -r "$lock" >&2
}

# uv takes packages from where pip is told to take them, and like pip from any of these places: the
# hashes say which files are meant.
like_pip() {
  local key value
  export UV_INDEX_STRATEGY=${UV_INDEX_STRATEGY:-unsafe-best-match}
  while IFS='=' read -r key value; do
    value=${value#\'} value=${value%\'}
    case ${key##*.} in
      index-url) export UV_DEFAULT_INDEX=${UV_DEFAULT_INDEX:-$value} ;;
      extra-index-url) export UV_INDEX=${UV_INDEX:-$value} ;;
      find-links) export UV_FIND_LINKS=${UV_FIND_LINKS:-$value} ;;
      no-index) case $value in 1 | true | yes) export UV_NO_INDEX=1 ;; esac ;;
      cert) export SSL_CERT_FILE=${SSL_CERT_FILE:-$value} ;;
      proxy) export ALL_PROXY=${ALL_PROXY:-$value} ;;
    esac
  done < <("$python" -m pip config list 2>/dev/null)
}

install_lock() {
  if ! has_venv; then
    local base
    base=$(find_python)
    echo "Creating .venv with $("$base" --version) ..." >&2
    "$base" -m venv --clear "$venv"
  fi
  is_current "$1" && return
  echo "Installing the locked packages of requirements/$1.txt into .venv ..." >&2
  rm -f "$venv/.lock-$1"
  with_seconds install_packages "$1"
  lock_hash "$python" "$1" >"$venv/.lock-$1"
  # dev.txt contains playground.txt, and that runtime.txt, in the same versions.
  case $1 in dev) lock_hash "$python" playground >"$venv/.lock-playground" ;; esac
  case $1 in dev | playground) lock_hash "$python" runtime >"$venv/.lock-runtime" ;; esac
}

ensure_venv() {
  if [ -x "$python" ] && is_as_asked && is_current "$1" 2>/dev/null; then return; fi
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
