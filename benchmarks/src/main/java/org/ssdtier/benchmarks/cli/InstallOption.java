package org.ssdtier.benchmarks.cli;

import picocli.CommandLine.Option;

/** The option {@code --install}. Without it, nothing is installed on the machine. */
public final class InstallOption {
    @Option(
            names = "--install",
            description = "Install missing Debian packages that emulated devices need (requires root).")
    private boolean isGiven;

    /** Creates the option; called by picocli. */
    public InstallOption() {}

    /** Returns whether packages may be installed. */
    public boolean isGiven() {
        return isGiven;
    }
}
