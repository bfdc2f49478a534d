#!/usr/bin/env bash
# A stand-in for the entrypoint of the official image, with the behaviour that docker/README.md lists: as root it gives Cassandra's
# directories to the user cassandra and becomes that user; then it writes CASSANDRA_* to cassandra.yaml and runs its arguments.
set -euo pipefail

if [ $# -eq 0 ] || [[ "$1" == -* ]]; then
    set -- cassandra -f "$@"
fi
if [ "$1" != cassandra ]; then
    exec "$@"
fi
if [ "$(id -u)" = 0 ]; then
    chown -R cassandra:cassandra "$CASSANDRA_CONF" /var/lib/cassandra /var/log/cassandra
    exec gosu cassandra "${BASH_SOURCE[0]}" "$@"
fi

own="$(hostname --ip-address | cut -d ' ' -f 1)"
listen="${CASSANDRA_LISTEN_ADDRESS:-auto}"
[ "$listen" = auto ] && listen="$own"
broadcast="${CASSANDRA_BROADCAST_ADDRESS:-$listen}"
yaml="$CASSANDRA_CONF/cassandra.yaml"

# set_key KEY VALUE: where the key stands, as a comment too. In place, for the file may be mounted.
set_key() {
    local text
    [ -n "$2" ] || return 0
    text="$(sed -E "s|^(# )?$1:.*|$1: $2|" "$yaml")"
    printf '%s\n' "$text" > "$yaml"
}

set_key listen_address "$listen"
set_key broadcast_address "$broadcast"
set_key broadcast_rpc_address "${CASSANDRA_BROADCAST_RPC_ADDRESS:-$broadcast}"
set_key rpc_address "${CASSANDRA_RPC_ADDRESS:-0.0.0.0}"
set_key cluster_name "${CASSANDRA_CLUSTER_NAME:-}"
set_key endpoint_snitch "${CASSANDRA_ENDPOINT_SNITCH:-}"
set_key num_tokens "${CASSANDRA_NUM_TOKENS:-}"
text="$(sed -E "s|(- seeds:).*|\1 \"${CASSANDRA_SEEDS:-$broadcast}\"|" "$yaml")"
printf '%s\n' "$text" > "$yaml"
exec "$@"
