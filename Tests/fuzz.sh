#!/bin/bash
# fuzz.sh [SECONDS]: runs each fuzzer for so long (60), with the address sanitizer on.
# The corpus grows in .build/fuzz, from ../shared/conformance where that is, and from the seeds below.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
out=$PWD/.build/fuzz
mkdir -p "$out/seeds"

printf '%s' '{"port": 8080, "list": [1, 2.5, -0, 1e3], "name": "\u00e9", "inner": {"id": "x"}}' > "$out/seeds/plain"
printf '%s' "// c
{ a: 0x1F, 'b': [+.5, Infinity, NaN,], /* d */ c: 'it\\'s', }" > "$out/seeds/json5"
printf '{\n  "a": 1, // x\n  "b": [\n    {"id": 1, "n": 2},\n    {"id": 2}\n  ]\n}\n\0[{"id":2},{"id":3},{"id":1}]' > "$out/seeds/pair"

options=(-swift-version 6 -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature NonisolatedNonsendingByDefault
    -parse-as-library -package-name fuzz -O -wmo -assert-config Debug -sanitize=fuzzer,address
    -suppress-warnings -use-ld=lld)
mapfile -t sources < <(find Sources/SettingsSyntax -name '*.swift')

status=0
for name in Parse Edit Decode; do
    if [[ ! -x $out/$name || -n $(find Sources/SettingsSyntax "Tests/Fuzz/$name.swift" -newer "$out/$name" -name '*.swift') ]]; then
        swiftc "${options[@]}" -module-name "Fuzz$name" "${sources[@]}" "Tests/Fuzz/$name.swift" -o "$out/$name"
    fi
    corpus=("$out/corpus-$name" "$out/seeds")
    mkdir -p "${corpus[0]}"
    for folder in ../shared/conformance/JSONTestSuite/test_parsing ../shared/conformance/JSONTestSuite/test_transform; do
        if [[ -d $folder ]]; then corpus+=("$folder"); fi
    done
    echo "fuzzing $name for $seconds s"
    if ! "$out/$name" -max_total_time="$seconds" -max_len=4096 -timeout=10 -print_final_stats=1 \
        -artifact_prefix="$out/$name-" "${corpus[@]}" > "$out/$name.log" 2>&1; then
        status=1
        tail -n 40 "$out/$name.log"
    fi
    grep -E 'stat::(number_of_executed_units|peak_rss_mb)' "$out/$name.log" || true
done
exit $status
