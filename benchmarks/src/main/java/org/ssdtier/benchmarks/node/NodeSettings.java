package org.ssdtier.benchmarks.node;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a node is to be. What is left unset keeps the value that the node's directory already has, or the default when
 * the directory is new.
 */
public final class NodeSettings {
    private final Path directory;
    private final boolean stock;
    private final Optional<RowCacheKind> rowCache;
    private final Optional<String> heap;
    private final Optional<NodePorts> ports;
    private final Optional<String> seeds;
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
        yaml = new LinkedHashMap<>(builder.yaml);
        jvmOptions = List.copyOf(builder.jvmOptions);
        commandPrefix = List.copyOf(builder.commandPrefix);
        if (stock && rowCache.filter(kind -> kind == RowCacheKind.SSDTIER).isPresent()) {
            throw new IllegalArgumentException(
                    "row-cache=ssdtier stock=true: a stock node has ohc, serializing or none; leave out --stock");
        }
    }

    /**
     * Starts the description of a node.
     *
     * @param directory the node's own directory; made if it is not there
     */
    public static Builder in(Path directory) {
        return new Builder(directory);
    }

    /** A builder that starts from these settings. */
    public Builder toBuilder() {
        Builder builder = new Builder(directory);
        builder.stock = stock;
        builder.rowCache = rowCache.orElse(null);
        builder.heap = heap.orElse(null);
        builder.ports = ports.orElse(null);
        builder.seeds = seeds.orElse(null);
        builder.yaml.putAll(yaml);
        builder.jvmOptions.addAll(jvmOptions);
        builder.commandPrefix = commandPrefix;
        return builder;
    }

    /** The node's directory, absolute. */
    public Path directory() {
        return directory;
    }

    /** Whether the node runs without the drop-in jar. */
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

    Map<String, String> yaml() {
        return yaml;
    }

    List<String> jvmOptions() {
        return jvmOptions;
    }

    List<String> commandPrefix() {
        return commandPrefix;
    }

    /** Collects the settings of a node. */
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

        private Builder(Path directory) {
            this.directory = directory;
        }

        /** Without the drop-in jar, or with it. */
        public Builder stock(boolean value) {
            stock = value;
            return this;
        }

        /** The row cache; its default is ssdtier, and none for a stock node. */
        public Builder rowCache(RowCacheKind kind) {
            rowCache = kind;
            return this;
        }

        /** The heap, as in {@code -Xmx}: 384M, 1G. */
        public Builder heap(String size) {
            heap = size;
            return this;
        }

        /** The memory of the row cache: 16MiB. */
        public Builder rowCacheSize(String size) {
            return yaml("row_cache_size", size);
        }

        /** The space of the SSD tier: 512MiB. */
        public Builder ssdSize(String size) {
            return yaml("ssd_row_cache.size", size);
        }

        /** Where the node listens. */
        public Builder ports(NodePorts value) {
            ports = value;
            return this;
        }

        /** The seeds, {@code address:port} separated by commas; default: the node itself. */
        public Builder seeds(String value) {
            seeds = value;
            return this;
        }

        /** A value of cassandra.yaml; {@code BLOCK.NAME} reaches into a block. */
        public Builder yaml(String key, String value) {
            yaml.put(key, value);
            return this;
        }

        /** An option for the JVM, at this start only. */
        public Builder jvmOption(String option) {
            jvmOptions.add(option);
            return this;
        }

        /** More compiler threads: on two busy cores HotSpot's two need minutes until a node is compiled. */
        public Builder warmsUpFast() {
            return jvmOption("-XX:CICompilerCount=8");
        }

        /** Words before the command that starts the node, such as those that put it into a control group. */
        public Builder commandPrefix(List<String> words) {
            commandPrefix = List.copyOf(words);
            return this;
        }

        /** The settings. */
        public NodeSettings build() {
            return new NodeSettings(this);
        }
    }
}
