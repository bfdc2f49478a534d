package org.ssdtier.benchmarks.launcher;

import picocli.CommandLine.IVersionProvider;

/** The versions that {@code ./ssdtier --version} prints. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {
            "Cassandra SSD Tier " + (version == null ? "(not packaged)" : version),
            "for Apache Cassandra 5.0.9",
            "on Java " + System.getProperty("java.version")
        };
    }
}
