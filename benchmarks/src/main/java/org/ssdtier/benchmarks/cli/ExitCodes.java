package org.ssdtier.benchmarks.cli;

/** The exit codes of all commands, in words for their help. */
public final class ExitCodes {
    /** The exit codes of a measurement. */
    public static final String OF_MEASUREMENTS =
            "Exit codes: 0 success, all targets met; 1 the run failed or a target was missed; 2 usage error.";

    private ExitCodes() {}
}
