#!/usr/bin/env bash
# Everything that is checked before a change counts: formatting, a build without warnings, every test (and those of the
# actors again under the thread sanitizer), the fuzzers for a minute each, the examples and the quick start.
# Installs what it needs on Debian. FUZZ_SECONDS sets the fuzzers' time; 0 leaves them out.
set -euo pipefail
cd "$(dirname "$0")/.."

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
step() { printf '\n== %s\n' "$*"; }

# What the build needs, and what the tests do things with (other people's savers, ACLs, attributes, namespaces).
packages=(libinotifytools0-dev python3 acl attr e2fsprogs strace rsync vim-nox util-linux procps bindfs)
missing=()
for package in "${packages[@]}"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
    step "Installing ${missing[*]}"
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi

step "Formatting"
swift format lint --strict --recursive Sources Tests examples/Sources Package.swift examples/Package.swift

# A compiler that is killed or hangs over a dead child is tried once more; a failing build fails twice.
build() { timeout 1200 swift build "$@" || timeout 1200 swift build "$@"; }

step "Building, warnings are errors"
build --build-tests -Xswiftc -warnings-as-errors

# One target after the other: each measures what others do with files, and two cores have room for one of them.
for target in SettingsSyntaxTests FileWatchingTests SettingsStoreTests DurabilityTests SettingsCLITests; do
    step "Testing: $target"
    timeout 1500 swift test --skip-build -Xswiftc -warnings-as-errors --filter "^$target\\."
done

step "Testing the actors under the thread sanitizer"
SETTINGS_TESTS_SANITIZED=1 timeout 2400 swift test --sanitize=thread --scratch-path .build/tsan \
    --filter '^SettingsStoreTests\.'

if [ "${FUZZ_SECONDS:-60}" -gt 0 ]; then
    step "Fuzzing"
    Tests/fuzz.sh "${FUZZ_SECONDS:-60}"
fi

step "Examples"
touch examples/Package.swift
build --package-path examples

step "Quick start"
bash examples/quickstart.sh

if [ -d ../shared/conformance ]; then
    echo "conformance: the suites beside the project were used"
else
    echo "conformance: ../shared/conformance is not here, so its suites were passed over"
fi
