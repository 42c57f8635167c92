#!/bin/sh
# Installs the executables of Intray @VERSION@: sh install.sh [intray] [intray-server]
# They go to ~/.local/bin, or to $PREFIX/bin. INTRAY_DOWNLOADS is another URL, or a folder with the archives.
set -eu

checksums='@CHECKSUMS@'
from=${INTRAY_DOWNLOADS:-@DOWNLOADS@}
to=${PREFIX:-$HOME/.local}/bin

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

case $(uname -s)-$(uname -m) in
  Linux-x86_64) platform=linux-x64 ;;
  Linux-aarch64) platform=linux-arm64 ;;
  Darwin-arm64) platform=darwin-arm64 ;;
  *) platform="$(uname -s) on $(uname -m)" ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- intray intray-server
for command; do
  archive=$command-@VERSION@-$platform.tar.gz
  line=$(echo "$checksums" | grep "  $archive\$") ||
    fail "There is no executable $command for $platform. Install Node.js and the package from npm instead."
  case $from in
    http://* | https://*) curl --fail --silent --show-error --location --output "$work/$archive" "$from/$archive" ;;
    *) cp "$from/$archive" "$work" ;;
  esac || fail "$from/$archive cannot be read. Nothing more was installed."
  (cd "$work" && echo "$line" | if command -v sha256sum; then sha256sum -c; else shasum -a 256 -c; fi) >"$work/log" 2>&1 ||
    fail "$from/$archive does not have the checksum ${line%% *}. It was not installed."
  tar -xzf "$work/$archive" -C "$work"
  XDG_CACHE_HOME="$work" "$work/$command" --help >"$work/log" 2>&1 ||
    fail "$command does not run here: $(head -n 1 "$work/log"). On Linux it needs glibc 2.28 and libstdc++."
  mkdir -p "$to"
  # Replaces a program that is running, which copying onto it cannot.
  mv -f "$work/$command" "$to/$command"
  echo "$to/$command"
done
case ":$PATH:" in *":$to:"*) ;; *) echo "Add $to to PATH." ;; esac
