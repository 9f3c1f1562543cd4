#!/bin/sh
# Gradescope starts this once, as root, when it builds the image of the assignment. Add the compilers of
# other languages here; `arbiter doctor` names their packages.
set -e
root=${AUTOGRADER_ROOT:-/autograder}
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends xz-utils g++ python3 default-jdk-headless
mkdir -p "$root/source/arbiter"
tar -xJf "$root/source/arbiter.tar.xz" -C "$root/source/arbiter" --strip-components=1
"$root/source/arbiter/bin/arbiter" doctor || :
