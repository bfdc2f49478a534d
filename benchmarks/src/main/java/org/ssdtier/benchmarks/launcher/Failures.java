package org.ssdtier.benchmarks.launcher;

/** Static methods to describe the failure of a command. */
final class Failures {
    private Failures() {}

    /**
     * Returns the message of an {@code IOException} or {@code IllegalArgumentException}. For any other
     * failure, or without a message, returns the failure and the place that threw it.
     */
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
