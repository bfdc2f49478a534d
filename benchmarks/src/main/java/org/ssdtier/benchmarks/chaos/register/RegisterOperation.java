package org.ssdtier.benchmarks.chaos.register;

/**
 * An operation on a register: a read, or a compare-and-set. Every value is written at most once, so a value tells which operation
 * has written it.
 *
 * @param client number of the client, which has one operation at a time
 * @param kind kind and outcome
 * @param expected value that a compare-and-set requires; {@link #ABSENT} requires that there is none
 * @param written value that a compare-and-set writes
 * @param observed value that a read, or a refused compare-and-set, has returned
 * @param invoked time at which the request was sent, in nanoseconds
 * @param returned time at which the answer came, in nanoseconds; {@link Long#MAX_VALUE} if none did
 */
public record RegisterOperation(
        int client, Kind kind, long expected, long written, long observed, long invoked, long returned) {
    /** The value of a register that was never written. */
    public static final long ABSENT = 0;

    /** Checks the order of the times. */
    public RegisterOperation {
        if (returned < invoked) {
            throw new IllegalArgumentException(
                    "invoked=" + invoked + " returned=" + returned + ": allowed invoked or later");
        }
    }

    /** The kind of an operation, with its outcome. */
    public enum Kind {
        /** A read that was answered. One that failed has no effect and is no operation. */
        READ,
        /** A compare-and-set that was applied. */
        APPLIED,
        /** A compare-and-set that was refused with another value. */
        REFUSED,
        /** A compare-and-set without an answer: it may take effect at any time after its request, or never. */
        UNKNOWN
    }

    /** Returns a read. */
    public static RegisterOperation read(int client, long observed, long invoked, long returned) {
        return new RegisterOperation(client, Kind.READ, ABSENT, ABSENT, observed, invoked, returned);
    }

    /** Returns a compare-and-set that was applied. */
    public static RegisterOperation applied(int client, long expected, long written, long invoked, long returned) {
        return new RegisterOperation(client, Kind.APPLIED, expected, written, written, invoked, returned);
    }

    /** Returns a refused compare-and-set; what it would have written does not matter. */
    public static RegisterOperation refused(int client, long expected, long observed, long invoked, long returned) {
        return new RegisterOperation(client, Kind.REFUSED, expected, ABSENT, observed, invoked, returned);
    }

    /** Returns a compare-and-set whose outcome is not known. */
    public static RegisterOperation unknown(int client, long expected, long written, long invoked) {
        return new RegisterOperation(client, Kind.UNKNOWN, expected, written, ABSENT, invoked, Long.MAX_VALUE);
    }

    /** Returns whether the operation writes its value, or may do so. */
    boolean isWrite() {
        return kind == Kind.APPLIED || kind == Kind.UNKNOWN;
    }

    /** Returns whether the operation can take effect on a register with a value. */
    boolean isLegal(long value) {
        return switch (kind) {
            case READ -> value == observed;
            case APPLIED, UNKNOWN -> value == expected;
            case REFUSED -> value == observed && observed != expected;
        };
    }

    /** Returns the value of the register after the operation, which is legal. */
    long after(long value) {
        return isWrite() ? written : value;
    }

    /** Returns the value without which a completed operation cannot take effect. */
    long required() {
        return isWrite() ? expected : observed;
    }

    /** Returns this compare-and-set of unknown outcome as one that took effect until a time. */
    RegisterOperation appliedUntil(long time) {
        return applied(client, expected, written, invoked, Math.max(invoked, time));
    }

    /** Returns the operation in words, with the times in milliseconds since another one. */
    String describe(long origin) {
        String what =
                switch (kind) {
                    case READ -> "read " + observed;
                    case APPLIED -> "set " + expected + " -> " + written;
                    case REFUSED -> "set " + expected + " refused with " + observed;
                    case UNKNOWN -> "set " + expected + " -> " + written + " unanswered";
                };
        return "client=" + client + " " + what + " at " + millis(invoked - origin) + ".."
                + (returned == Long.MAX_VALUE ? "" : millis(returned - origin)) + " ms";
    }

    private static String millis(long nanos) {
        return Long.toString(nanos / 1_000_000);
    }
}
