package org.ssdtier.node.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Static methods to find the directories of a node's data without a node. */
public final class DataDirectories {
    private static final String YAML = "cassandra.yaml";

    private DataDirectories() {}

    /**
     * Returns the directories of the data.
     *
     * @param configuration directory of cassandra.yaml
     * @param home home of Cassandra; its {@code data} has the data if cassandra.yaml names no directories
     * @throws IOException if cassandra.yaml cannot be read; the message says why
     */
    public static List<Path> of(Path configuration, Path home) throws IOException {
        return NodeConfiguration.read(configuration.resolve(YAML)).dataDirectories(home.resolve("data"));
    }
}
