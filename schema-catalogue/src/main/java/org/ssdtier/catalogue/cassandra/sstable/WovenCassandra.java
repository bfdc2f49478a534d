package org.ssdtier.catalogue.cassandra.sstable;

import org.apache.cassandra.db.rows.UnfilteredSerializer;
import org.apache.cassandra.exceptions.ConfigurationException;

/**
 * A check that the classes of Cassandra in this JVM are the woven ones. The format is registered wherever the jar is on
 * the class path; if Cassandra's own classes came before the jar, rows would be written and read as if there were no
 * schemas.
 */
public final class WovenCassandra {
    /** A public static field that the weaver adds to {@code UnfilteredSerializer}. */
    public static final String MARK = "ssdtierCatalogued";

    private static final boolean WOVEN = isWoven();

    private WovenCassandra() {}

    private static boolean isWoven() {
        try {
            return UnfilteredSerializer.class.getField(MARK) != null;
        } catch (NoSuchFieldException e) {
            return false;
        }
    }

    /**
     * Checks that the classes are the woven ones.
     *
     * @throws ConfigurationException if they are Cassandra's own; it names what to do
     */
    public static void require() {
        if (!WOVEN) {
            throw new ConfigurationException(
                    "SSTables of the format " + CataloguedFormat.NAME
                            + " cannot be read or written: Cassandra's own classes come before those of the drop-in jar on the "
                            + "class path. Put 000-cassandra-ssdtier-*.jar into lib/, under exactly that name, or first on the class "
                            + "path.",
                    false);
        }
    }
}
