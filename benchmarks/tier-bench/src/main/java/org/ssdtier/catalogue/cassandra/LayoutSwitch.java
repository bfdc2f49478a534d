package org.ssdtier.catalogue.cassandra;

import org.ssdtier.catalogue.cassandra.config.TableChoice;
import org.ssdtier.catalogue.cassandra.config.WriteSettings;
import org.ssdtier.catalogue.cassandra.row.LayoutChoice;

/**
 * A switch of the layout of written tables for measurements; a node's options do not allow that at run time. Part of
 * the testing seam.
 */
public final class LayoutSwitch {
    private LayoutSwitch() {}

    /**
     * Sets the layout of SSTables started from now on.
     *
     * @param layout {@code auto}, {@code cells} or {@code uniform}, in upper case
     */
    public static void use(String layout) {
        WriteSettings.use(
                new WriteSettings(TableChoice.NONE, LayoutChoice.valueOf(layout), WriteSettings.NONE.limits()));
    }
}
