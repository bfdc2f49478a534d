package org.ssdtier.benchmarks.launcher;

import picocli.CommandLine.Option;

/** The option {@code --install}: without it nothing is installed on the machine. */
public final class InstallOption {
    @Option(
            names = "--install",
            description =
                    "Install the Debian packages that emulated devices need, where they are missing (needs root).")
    private boolean isGiven;

    /** For picocli. */
    public InstallOption() {}

    /** Whether packages may be installed. */
    public boolean isGiven() {
        return isGiven;
    }
}
