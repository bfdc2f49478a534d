package org.ssdtier.node.install;

import java.io.IOException;
import java.nio.file.Path;

/** A way to weave the classes of a Cassandra. */
@FunctionalInterface
interface CassandraWeaver {
    /**
     * Weaves.
     *
     * @param home the Cassandra
     * @param jar the jar with the weaves
     * @param directory an existing directory for the woven classes and their list
     * @throws InstallRefusal if a weave does not take; the message names class, method and version
     * @throws IOException if a file cannot be read or written
     */
    void weave(CassandraHome home, Path jar, Path directory) throws IOException;
}
