# What every script of this node shares: where it lives, its class path, its JVM options.
# Sourced, never run. CASSANDRA_INCLUDE names another file to source in its place.

if [ -z "$CASSANDRA_HOME" ]; then
    CASSANDRA_HOME="$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)"
fi
if [ -z "$CASSANDRA_CONF" ]; then
    CASSANDRA_CONF="$CASSANDRA_HOME/conf"
fi

# An archive is of a node with the drop-in jar. Without the jar a JVM refuses it, and then does not use the JDK's own either.
has_class_archive() {
    [ -r "$NODE_CLASS_ARCHIVE" ] && compgen -G "$CASSANDRA_HOME/lib/000-cassandra-ssdtier-*.jar" > /dev/null
}

# The order matters: a jar of patched classes must come before the classes it shadows. An archive of loaded classes
# (NODE_CLASS_ARCHIVE, which only the integration tests set) cannot cover a directory: with one, the configuration is last.
node_class_path() {
    local jars="" jar
    local LC_ALL=C
    for jar in "$CASSANDRA_HOME"/lib/*.jar; do
        jars="$jars:$jar"
    done
    if has_class_archive; then
        jars="${jars#:}:$CASSANDRA_CONF"
    else
        jars="$CASSANDRA_CONF$jars"
    fi
    printf '%s%s' "$jars" "${EXTRA_CLASSPATH:+:$EXTRA_CLASSPATH}"
}

# Prints the options of the given files, one word each: no comments, no empty lines. Then that of the archive of classes.
jvm_options_of() {
    local file
    for file in "$@"; do
        [ -f "$file" ] && sed -e 's/^[[:space:]]*//' -e '/^#/d' -e '/^$/d' "$file"
    done
    has_class_archive && echo "-XX:SharedArchiveFile=$NODE_CLASS_ARCHIVE"
    return 0
}

find_java() {
    if [ -n "$JAVA_HOME" ] && [ -x "$JAVA_HOME/bin/java" ]; then
        JAVA="$JAVA_HOME/bin/java"
    else
        JAVA="$(command -v java)" || { echo "java=missing: install a JDK 17 or set JAVA_HOME" >&2; exit 1; }
    fi
    # A JDK has its version in a file; to ask the JVM itself would start one more for each tool.
    local release
    release="$(dirname "$(readlink -f "$JAVA")")/../release"
    JAVA_MAJOR="$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$release" 2> /dev/null)"
    if [ -z "$JAVA_MAJOR" ]; then
        JAVA_MAJOR="$("$JAVA" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1)"
    fi
    if [ "$JAVA_MAJOR" != 11 ] && [ "$JAVA_MAJOR" != 17 ]; then
        echo "java=$JAVA version=$JAVA_MAJOR: Cassandra 5.0 runs on Java 17 (or 11); set JAVA_HOME" >&2
        exit 1
    fi
}

# run_tool CLASS ARGUMENT...: replaces this shell by an offline or JMX tool of the node.
run_tool() {
    local class="$1"
    shift
    find_java
    local options=()
    mapfile -t options < <(jvm_options_of "$CASSANDRA_CONF/jvm-clients.options" "$CASSANDRA_CONF/jvm$JAVA_MAJOR-clients.options")
    # shellcheck disable=SC2086  # TOOL_JVM_OPTS holds several words
    exec "$JAVA" "${options[@]}" -Xmx"${MAX_HEAP_SIZE:-256M}" $TOOL_JVM_OPTS $JVM_EXTRA_OPTS \
        -cp "$(node_class_path)" \
        -Dcassandra.storagedir="${cassandra_storagedir:-$CASSANDRA_HOME/data}" \
        -Dlogback.configurationFile=logback-tools.xml \
        "$class" "$@"
}
