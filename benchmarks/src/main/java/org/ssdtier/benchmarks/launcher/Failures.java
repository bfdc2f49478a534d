package org.ssdtier.benchmarks.launcher;

/** What a failed command says of its failure. */
final class Failures {
    private Failures() {}

    /** The failure's message, or its class and where it came from when it has none. */
    static String describe(Throwable failure) {
        String message = failure.getMessage();
        boolean isPlain = failure instanceof java.io.IOException || failure instanceof IllegalArgumentException;
        if (message != null && isPlain) {
            return message;
        }
        StackTraceElement[] trace = failure.getStackTrace();
        return failure + (trace.length == 0 ? "" : " at " + trace[0]);
    }
}
