package org.ssdtier.benchmarks.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** Static methods to name the release of Cassandra that the nodes run. */
public final class CassandraRelease {
    private static final String RESOURCE = "cassandra.properties";

    private CassandraRelease() {}

    /** Returns the version, such as {@code 5.0.0}; the build takes it from {@code pom.xml} at the root. */
    public static String version() {
        Properties properties = new Properties();
        try (InputStream in = Objects.requireNonNull(CassandraRelease.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Objects.requireNonNull(properties.getProperty("version"), "version");
    }
}
