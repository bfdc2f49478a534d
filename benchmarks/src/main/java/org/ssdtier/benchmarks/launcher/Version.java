package org.ssdtier.benchmarks.launcher;

import org.ssdtier.benchmarks.node.Checkout;
import picocli.CommandLine.IVersionProvider;

/** The versions that {@code ./ssdtier --version} prints. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {
            "Cassandra SSD Tier " + (version == null ? "(not packaged)" : version),
            "for Apache Cassandra " + Checkout.locate().cassandraVersion(),
            "on Java " + System.getProperty("java.version")
        };
    }
}
