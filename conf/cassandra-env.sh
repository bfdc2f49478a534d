# Settings of the node that need a shell. Sourced by bin/cassandra; adds to JVM_OPTS.

# Heap: MAX_HEAP_SIZE in the environment wins over -Xms and -Xmx in jvm-server.options.
if [ -n "$MAX_HEAP_SIZE" ]; then
    JVM_OPTS="$JVM_OPTS -Xms$MAX_HEAP_SIZE -Xmx$MAX_HEAP_SIZE"
fi

# JMX, for nodetool and monitoring; on the loopback address only.
JMX_PORT="7199"
JVM_OPTS="$JVM_OPTS -Dcassandra.jmx.local.port=$JMX_PORT"

# Dumps of the heap and of errors go to the logs.
JVM_OPTS="$JVM_OPTS -XX:HeapDumpPath=${CASSANDRA_LOG_DIR:-$CASSANDRA_HOME/logs}"
JVM_OPTS="$JVM_OPTS -XX:ErrorFile=${CASSANDRA_LOG_DIR:-$CASSANDRA_HOME/logs}/hs_err_%p.log"
