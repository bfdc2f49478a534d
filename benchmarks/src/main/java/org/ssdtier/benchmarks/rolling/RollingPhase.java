package org.ssdtier.benchmarks.rolling;

import java.util.Locale;

/** A phase of the run; each ends with some seconds of load on three nodes that are up. */
enum RollingPhase {
    /** All nodes are stock. */
    STOCK,
    /** The jar is installed and the row cache switched on, node by node. */
    INSTALL,
    /** The tables are converted to the format of the catalogue. */
    CATALOGUE,
    /** The tables are converted back. */
    CONVERT,
    /** The jar is removed, node by node. */
    UNINSTALL;

    /** Returns the word in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
