package org.ssdtier.catalogue.cassandra;

/** The metrics of the schema catalogue, registered without a catalogue. */
public final class RegisteredCatalogueView {
    private RegisteredCatalogueView() {}

    /** Registers them, as the start of a node with a catalogue does. */
    public static void register() {
        CatalogueView.register();
    }
}
