#!/bin/bash
# fuzz.sh [SECONDS [NAME ...]]: runs each fuzzer (Parse, Edit, Decode) for so long (60), with the address sanitizer on.
# The corpus grows in .build/fuzz, from ../shared/conformance where that is, and from the seeds below. An input that
# brings a fault to light stays there, as NAME-crash-… or NAME-timeout-….
set -euo pipefail
# Swift's own report of a crash reads the whole stack, which the address sanitizer takes for a fault.
export SWIFT_BACKTRACE=enable=no
cd "$(dirname "$0")/.."
seconds=${1:-60}
names=("${@:2}")
if [[ ${#names[@]} == 0 ]]; then names=(Parse Edit Decode); fi
out=$PWD/.build/fuzz
mkdir -p "$out/seeds" "$out/module"

printf '%s' '{"port": 8080, "list": [1, 2.5, -0, 1e3], "name": "\u00e9", "inner": {"id": "x"}}' > "$out/seeds/plain"
printf '%s' "// c
{ a: 0x1F, 'b': [+.5, Infinity, NaN,], /* d */ c: 'it\\'s', }" > "$out/seeds/json5"
printf '{\n  "a": 1, // x\n  "b": [\n    {"id": 1, "n": 2},\n    {"id": 2}\n  ]\n}\n\0[{"id":2},{"id":3},{"id":1}]' > "$out/seeds/pair"
printf '%s' '{"flag": true, "small": -128, "port": 65535, "big": -9223372036854775808, "wide": 18446744073709551615,
"ratio": 1e-5, "single": 0.1, "names": {"a": ["b", null]}, "places": {"1": 2}, "inner": {"id": "i", "next": [{}]},
"inners": [{"id": "j"}], "choice": {"second": {"_0": 3}}, "any": {"x": [null]}}' > "$out/seeds/everything"

# The library is compiled once, into a module with the instrumentation in it, and the fuzzers against that.
options=(-swift-version 6 -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature NonisolatedNonsendingByDefault
    -parse-as-library -package-name fuzz -O -wmo -assert-config Debug -sanitize=fuzzer,address -suppress-warnings)
script=$PWD/Tests/fuzz.sh

# Whether something among the arguments is newer than the first one, or that is not there.
isStale() {
    local made=$1
    shift
    [[ ! -e $made ]] || [[ -n $(find "$@" -newer "$made" \( -name '*.swift' -o -name '*.sh' -o -name '*.a' \)) ]]
}

library=$out/module/libSettingsSyntax.a
if isStale "$library" Sources/SettingsSyntax "$script"; then
    echo "compiling the library"
    rm -f "$library" "$out/module"/*.o
    mapfile -t sources < <(find "$PWD/Sources/SettingsSyntax" -name '*.swift')
    (cd "$out/module" && swiftc "${options[@]}" -num-threads 2 -module-name SettingsSyntax -c "${sources[@]}" \
        -emit-module -emit-module-path SettingsSyntax.swiftmodule)
    ar crs "$library" "$out/module"/*.o
fi

status=0
for name in "${names[@]}"; do
    if isStale "$out/$name" "$library" "Tests/Fuzz/$name.swift"; then
        swiftc "${options[@]}" -module-name "Fuzz$name" -I "$out/module" "Tests/Fuzz/$name.swift" "$library" \
            -use-ld=lld -o "$out/$name"
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
