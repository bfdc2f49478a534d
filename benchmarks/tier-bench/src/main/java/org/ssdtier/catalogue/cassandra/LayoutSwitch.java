package org.ssdtier.catalogue.cassandra;

/** Lets a measurement write tables in one layout and then in another, which a node's options do not change while it runs. */
public final class LayoutSwitch {
    private LayoutSwitch() {}

    /**
     * Sets the layout of SSTables that are begun from now on.
     *
     * @param layout {@code auto}, {@code cells} or {@code uniform}, in upper case
     */
    public static void use(String layout) {
        WriteSettings.use(
                new WriteSettings(TableChoice.NONE, LayoutChoice.valueOf(layout), WriteSettings.NONE.limits()));
    }
}
