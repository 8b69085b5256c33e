#!/bin/bash
# Builds settingsctl and heartbeatd, runs the service on a settings file and changes that in every usual way.
# Ends by itself: 0 when every change arrived.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

if ! [ -e /usr/include/inotifytools/inotifytools.h ]; then
    say "Installing libinotifytools0-dev"
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq libinotifytools0-dev
fi

say "Building (the first time takes a few minutes)"
swift build --product settingsctl
# Its build does not notice new files of the package above (after a `git pull`) unless it is made to plan again.
touch examples/Package.swift
swift build --package-path examples --product heartbeatd
settingsctl=$(swift build --show-bin-path)/settingsctl
heartbeatd=$(swift build --package-path examples --show-bin-path)/heartbeatd

room=$(mktemp -d)
service=
finish() {
    if [ -n "$service" ]; then kill "$service" 2>/dev/null && wait "$service" || true; fi
    rm -rf "$room"
}
trap finish EXIT
cd "$room"
log=$room/heartbeatd.log
seen=0        # lines of the log that were waited for

# Waits until a line that was not there before matches, ten seconds at most, and shows it.
arrives() {
    local deadline=$((SECONDS + 10)) line
    until line=$(tail -n "+$((seen + 1))" "$log" | grep -n -m 1 -F -- "$1"); do
        if ! kill -0 "$service" 2>/dev/null; then
            echo "heartbeatd has ended:" && cat "$log" && exit 1
        fi
        if [ $SECONDS -ge $deadline ]; then
            echo "this did not arrive within ten seconds: $1" && cat "$log" && exit 1
        fi
        sleep 0.02
    done
    seen=$((seen + ${line%%:*}))
    echo "  heartbeatd: ${line#*:}"
}

cat > settings.json <<'JSON'
{
  // How often; "500ms", "10s", "1m30s".
  "interval": "1s",
  "logLevel": "info",   // debug, info, notice, warning, error
}
JSON

say "The service starts"
"$heartbeatd" settings.json 2> "$log" &
service=$!
arrives 'interval: 1.0 seconds'
# Each of its tasks says what it begins with, in any order.
seen=0 && arrives 'log level: info'
seen=0 && arrives 'targets: '
seen=$(wc -l < "$log")

say "An edit with sed -i"
sed -i 's/"1s"/"2s"/' settings.json
arrives 'interval: 2.0 seconds'

say "An edit in place"
sed 's/"2s"/"3s"/' settings.json > edited
cat edited > settings.json
arrives 'interval: 3.0 seconds'

say "settingsctl set interval 4s targets '[…]'"
"$settingsctl" -f settings.json set interval 4s targets '[{"id": "neighbour", "host": "127.0.0.1", "port": 9}]'
before=$seen
arrives 'interval: 4.0 seconds'
seen=$before && arrives 'targets: neighbour'
seen=$(wc -l < "$log")

say "A mistake: the service goes on with what it has"
sed -i 's/"info"/"inof"/' settings.json
arrives 'logLevel'
say "It is mended"
sed -i 's/"inof"/"debug"/' settings.json
# From two tasks, in any order.
before=$seen
arrives 'valid again'
seen=$before && arrives 'log level: debug'
seen=$(wc -l < "$log")

say "A file that breaks off in the middle, and is whole again"
cp settings.json whole
head -c 60 whole > settings.json
arrives 'error:'
cat whole > settings.json
arrives 'valid again'

say "SIGHUP"
kill -HUP "$service"
arrives 'reloaded'

say "The file, comments and all"
cat settings.json
grep -q '// How often' settings.json
grep -q '// debug, info' settings.json

say "SIGTERM"
kill -TERM "$service"
wait "$service"
service=
tail -n 1 "$log"
grep -q 'stopped' "$log"
say "Every change arrived."
