#!/bin/sh
# Runs a PostgreSQL of its own in a new folder until its standard input ends: whoever starts it holds the other end of the
# pipe, so the server goes away with them, however they end. The server listens on a socket in the folder only.
#
# usage: postgres.sh FOLDER      prints `ready` or one line that says what is missing
# `restart` and `crash` as lines on standard input stop the server (politely, or as kill -9 would) and start it again;
# `stop` leaves it down until `start`. Each is answered with `ready` or `stopped`.
set -u
folder=$1
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
[ -n "$bin" ] || bin=$(dirname "$(command -v initdb 2>/dev/null)" 2>/dev/null)
if [ ! -x "$bin/initdb" ]; then
    echo "PostgreSQL is not installed: run ./test, which installs it (Debian's package postgresql)"
    exit 1
fi

# PostgreSQL refuses to run as root, so root becomes the user that Debian's package has made.
mkdir -p "$folder"
as=""
if [ "$(id -u)" = 0 ]; then
    if ! id postgres >/dev/null 2>&1; then
        echo "there is no user postgres to run PostgreSQL as: install Debian's package postgresql"
        exit 1
    fi
    chown postgres "$folder"
    as="setpriv --reuid=postgres --regid=postgres --init-groups --"
fi

# The server must not keep the pipe to whoever started us open, so it gets no input and writes to a file.
start() {
    $as "$bin/pg_ctl" -D "$folder/books" -w -t 60 -l "$folder/log" \
        -o "-k $folder -c listen_addresses= -c max_connections=50 -c shared_buffers=32MB" \
        start </dev/null >/dev/null 2>&1 || { echo "PostgreSQL does not start: $(tail -n 3 "$folder/log")"; exit 1; }
}
stop() { $as "$bin/pg_ctl" -D "$folder/books" -w -m "$1" stop </dev/null >/dev/null 2>&1; }

cd "$folder" || exit 1
$as "$bin/initdb" -D "$folder/books" -U house -A trust -E UTF8 --locale=C --no-sync </dev/null >"$folder/initdb" 2>&1 ||
    { echo "initdb failed: $(tail -n 3 "$folder/initdb")"; exit 1; }
start
echo ready
while read -r command; do
    case $command in
        restart) stop fast; start; echo ready ;;
        crash) stop immediate; start; echo ready ;;
        stop) stop immediate; echo stopped ;;
        start) start; echo ready ;;
    esac
done
stop immediate
cd / && rm -rf "$folder"
