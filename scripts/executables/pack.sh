#!/bin/sh
# Packs executables for a release: archives, Debian packages, formulas for Homebrew, and install.sh.
#   pack.sh VERSION DOWNLOADS TARGET FOLDER…
# Each FOLDER is …/PLATFORM/COMMAND. DOWNLOADS is the URL at which TARGET will be; without it there are no formulas.
set -eu
umask 022
version=$1 downloads=$2 target=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Prints what a command is, in a line that fits Debian's and Homebrew's rules.
describe() {
  case $1 in
    intray) echo "Command-line client of the form backend Intray" ;;
    intray-server) echo "Form backend with webhooks, a pull API and a dashboard" ;;
  esac
}

# Makes the Debian package of $command from $folder for the architecture $1.
debian() {
  root=$work/deb
  doc=$root/usr/share/doc/$command
  rm -rf "$root"
  mkdir -p "$root/DEBIAN" "$root/usr/bin" "$root/usr/share/lintian/overrides" "$doc"
  install -m 755 "$folder/$command" "$root/usr/bin"
  cat "$folder"/LICENSE* >"$doc/copyright"
  gzip -9n >"$doc/changelog.gz" <<EOF
$command ($version) stable; urgency=medium

  * The changes are in CHANGELOG.md of the project.

 -- Intray <packages@intray.invalid>  $(date -uR)
EOF
  cat >"$root/usr/share/lintian/overrides/$command" <<EOF
# These are Node.js as its authors build it, without the table of sections.
$command: embedded-library zlib *
$command: hardening-no-pie *
$command: elf-error *
EOF
  if [ "$command" = intray-server ]; then
    mkdir -p "$root/usr/lib/systemd/system"
    install -m 644 "$here/../../examples/deploy/intray.service" "$root/usr/lib/systemd/system"
  fi
  cat >"$root/DEBIAN/control" <<EOF
Package: $command
Version: $version
Architecture: $1
Maintainer: Intray <packages@intray.invalid>
Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 8)
Section: web
Priority: optional
Description: $(describe "$command")
 It contains Node.js, so that nothing else has to be installed.
EOF
  dpkg-deb --build --root-owner-group -Zgzip "$root" "$target/${command}_${version}_$1.deb" >/dev/null
}

for folder; do
  command=$(basename "$folder")
  platform=$(basename "$(dirname "$folder")")
  tar -czf "$target/$command-$version-$platform.tar.gz" -C "$folder" .
  case $platform in
    linux-x64) architecture=amd64 ;;
    linux-arm64) architecture=arm64 ;;
    *) continue ;;
  esac
  if command -v dpkg-deb >/dev/null; then
    debian "$architecture"
  else
    echo "There is no Debian package of $command for $architecture, since dpkg-deb is missing here." >&2
  fi
done

cd "$target"
checksums=$(if command -v sha256sum >/dev/null; then sha256sum intray*.tar.gz; else shasum -a 256 intray*.tar.gz; fi)
while IFS= read -r line; do
  case $line in
    *@CHECKSUMS@*) echo "checksums='$checksums'" ;;
    *) echo "$line" | sed "s|@VERSION@|$version|g; s|@DOWNLOADS@|${downloads:-\$(dirname \"\$0\")}|" ;;
  esac
done <"$here/install.sh" >install.sh
[ -n "$downloads" ] || exit 0

# Prints the part of a formula for the archive of $command for platform $1, if there is one.
source_for() {
  archive=$command-$version-$1.tar.gz
  [ ! -e "$archive" ] || cat <<EOF
  on_$2 do
    on_$3 do
      url "$downloads/$archive"
      sha256 "$(echo "$checksums" | sed -n "s|  $archive\$||p")"
    end
  end
EOF
}

for command in intray intray-server; do
  [ "$command" = intray ] && class=Intray || class=IntrayServer
  cat >"$command.rb" <<EOF
class $class < Formula
  desc "$(describe "$command")"
  homepage "$downloads"
  version "$version"
  license "MIT"

$(source_for darwin-arm64 macos arm; source_for linux-x64 linux intel; source_for linux-arm64 linux arm)

  def install
    bin.install "$command"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/$command --version")
  end
end
EOF
done
