package org.ssdtier.node.lifetimes;

/** The metrics of the write lifetimes, registered without files. */
public final class RegisteredLifetimeView {
    private RegisteredLifetimeView() {}

    /** Registers them, as the start of a node with write lifetimes does. */
    public static void register() {
        LifetimeView.register(new WriteLifetimes(
                new WriteLifetimesOptions(new WriteLifetimesConfig()).plan(), (file, lifetime) -> null));
    }
}
