package org.ssdtier.benchmarks.launcher;

import org.ssdtier.benchmarks.node.CassandraRelease;
import picocli.CommandLine.IVersionProvider;

/** The versions that {@code ./ssdtier --version} prints. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {
            "Cassandra SSD Tier " + (version == null ? "(not packaged)" : version),
            "for Apache Cassandra " + CassandraRelease.version(),
            "on Java " + System.getProperty("java.version")
        };
    }
}
