package org.ssdtier.benchmarks.node;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a node. An unset value keeps the value that the node's directory already has, or the default if the
 * directory is new.
 */
public final class NodeSettings {
    private final Path directory;
    private final boolean stock;
    private final Optional<RowCacheKind> rowCache;
    private final Optional<String> heap;
    private final Optional<NodePorts> ports;
    private final Optional<String> seeds;
    private final Optional<Path> jars;
    private final Map<String, String> yaml;
    private final List<String> jvmOptions;
    private final List<String> commandPrefix;

    private NodeSettings(Builder builder) {
        directory = builder.directory.toAbsolutePath().normalize();
        stock = builder.stock;
        rowCache = Optional.ofNullable(builder.rowCache);
        heap = Optional.ofNullable(builder.heap);
        ports = Optional.ofNullable(builder.ports);
        seeds = Optional.ofNullable(builder.seeds);
        jars = Optional.ofNullable(builder.jars);
        yaml = new LinkedHashMap<>(builder.yaml);
        jvmOptions = List.copyOf(builder.jvmOptions);
        commandPrefix = List.copyOf(builder.commandPrefix);
        if (stock && rowCache.filter(kind -> kind == RowCacheKind.SSDTIER).isPresent()) {
            throw new IllegalArgumentException(
                    "row-cache=ssdtier stock=true, allowed: ohc, serializing, none; or leave out --stock");
        }
    }

    /**
     * Returns a builder for the settings of a node.
     *
     * @param directory the node's own directory; created if it does not exist
     */
    public static Builder in(Path directory) {
        return new Builder(directory);
    }

    /** Returns a builder initialised with these settings. */
    public Builder toBuilder() {
        Builder builder = new Builder(directory);
        builder.stock = stock;
        builder.rowCache = rowCache.orElse(null);
        builder.heap = heap.orElse(null);
        builder.ports = ports.orElse(null);
        builder.seeds = seeds.orElse(null);
        builder.jars = jars.orElse(null);
        builder.yaml.putAll(yaml);
        builder.jvmOptions.addAll(jvmOptions);
        builder.commandPrefix = commandPrefix;
        return builder;
    }

    /** Returns the node's directory, absolute. */
    public Path directory() {
        return directory;
    }

    /** Returns whether the node runs without the drop-in jar. */
    public boolean stock() {
        return stock;
    }

    Optional<RowCacheKind> rowCache() {
        return rowCache;
    }

    Optional<String> heap() {
        return heap;
    }

    Optional<NodePorts> ports() {
        return ports;
    }

    Optional<String> seeds() {
        return seeds;
    }

    Optional<Path> jars() {
        return jars;
    }

    Map<String, String> yaml() {
        return yaml;
    }

    /** Returns the options for the JVM, separated by spaces. */
    public String jvmOptionsText() {
        return String.join(" ", jvmOptions);
    }

    List<String> commandPrefix() {
        return commandPrefix;
    }

    /** A builder of the settings of a node. */
    public static final class Builder {
        private final Path directory;
        private final Map<String, String> yaml = new LinkedHashMap<>();
        private final List<String> jvmOptions = new ArrayList<>();
        private List<String> commandPrefix = List.of();
        private boolean stock;
        private @Nullable RowCacheKind rowCache;
        private @Nullable String heap;
        private @Nullable NodePorts ports;
        private @Nullable String seeds;
        private @Nullable Path jars;

        private Builder(Path directory) {
            this.directory = directory;
        }

        /** Sets whether the node runs without the drop-in jar. */
        public Builder stock(boolean value) {
            stock = value;
            return this;
        }

        /** Sets the row cache; the default is ssdtier, and none for a stock node. */
        public Builder rowCache(RowCacheKind kind) {
            rowCache = kind;
            return this;
        }

        /** Sets the heap size, as in {@code -Xmx}: 384M, 1G. */
        public Builder heap(String size) {
            heap = size;
            return this;
        }

        /** Sets the memory of the row cache, for example 16MiB. */
        public Builder rowCacheSize(String size) {
            return yaml("row_cache_size", size);
        }

        /** Sets the space of the SSD tier, for example 512MiB. */
        public Builder ssdSize(String size) {
            return yaml("ssd_row_cache.size", size);
        }

        /** Sets the address and ports on which the node listens. */
        public Builder ports(NodePorts value) {
            ports = value;
            return this;
        }

        /** Sets the seeds, {@code address:port} separated by commas; default: the node itself. */
        public Builder seeds(String value) {
            seeds = value;
            return this;
        }

        /**
         * Makes the node a member of a cluster whose nodes begin with given tokens and without data.
         *
         * @param seed ports of the node that the others meet first; null if it is this one, which then starts without
         *     waiting for others
         * @param tokens tokens of this node
         */
        public Builder member(@Nullable NodePorts seed, List<String> tokens) {
            if (seed != null) {
                seeds(seed.address() + ":" + seed.storage()).jvmOption("-Dcassandra.ring_delay_ms=2000");
            }
            return jvmOption("-Dcassandra.superuser_setup_delay_ms=0")
                    .yaml("num_tokens", Integer.toString(tokens.size()))
                    .yaml("initial_token", "\"" + String.join(",", tokens) + "\"")
                    .yaml("auto_bootstrap", "false");
        }

        /** Sets the directory with the jars of a stock node; default: those of the build. */
        public Builder jars(Path directory) {
            jars = directory;
            return this;
        }

        /** Sets a value of cassandra.yaml; {@code BLOCK.NAME} names a value in a block. */
        public Builder yaml(String key, String value) {
            yaml.put(key, value);
            return this;
        }

        /** Adds an option for the JVM; not kept in the node's directory. */
        public Builder jvmOption(String option) {
            jvmOptions.add(option);
            return this;
        }

        /** Adds compiler threads: on two busy cores, HotSpot's two take minutes to compile a node's code. */
        public Builder moreCompilerThreads() {
            return jvmOption("-XX:CICompilerCount=8");
        }

        /**
         * Adds options for a node that lives for minutes: what C2 compiles would not pay off, and the threads of G1 would take
         * processors from the nodes beside.
         */
        public Builder shortLived() {
            return jvmOption("-XX:TieredStopAtLevel=1")
                    .jvmOption("-XX:-UseG1GC")
                    .jvmOption("-XX:+UseSerialGC");
        }

        /** Sets words before the command that starts the node, such as those that put it into a control group. */
        public Builder commandPrefix(List<String> words) {
            commandPrefix = List.copyOf(words);
            return this;
        }

        /** Returns the settings. */
        public NodeSettings build() {
            return new NodeSettings(this);
        }
    }
}
