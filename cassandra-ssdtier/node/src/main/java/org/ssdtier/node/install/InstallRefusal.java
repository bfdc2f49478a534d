package org.ssdtier.node.install;

import java.io.IOException;

/** An exception for what the installer refuses to do; nothing was changed. */
final class InstallRefusal extends IOException {
    private static final long serialVersionUID = 1L;

    /** Creates a refusal. The message names what was found, and what is allowed or what to do. */
    InstallRefusal(String message) {
        super(message);
    }
}
