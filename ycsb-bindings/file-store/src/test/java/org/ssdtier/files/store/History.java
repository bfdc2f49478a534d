package org.ssdtier.files.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ssdtier.files.model.StorePath;

/**
 * The writes of all clients and when each began and ended, as a model of what a read may return: the value of a write
 * that began before the read ended, unless a later write had ended before the read began. A write that failed may take
 * effect at any time after its begin.
 */
final class History {
    /** The value of a path without a file. */
    static final long NONE = -1;

    private static final long NEVER = Long.MAX_VALUE;

    private final Map<StorePath, List<Write>> writes = new HashMap<>();
    private long time;

    /** A write; it ends when it is acknowledged. */
    static final class Write {
        private final long value;
        private final long begin;
        private long end = NEVER;

        private Write(long value, long begin) {
            this.value = value;
            this.begin = begin;
        }

        long value() {
            return value;
        }
    }

    synchronized long now() {
        return ++time;
    }

    synchronized Write begin(StorePath path, long value) {
        Write write = new Write(value, ++time);
        writes.computeIfAbsent(path, absent -> initial()).add(write);
        return write;
    }

    private static List<Write> initial() {
        Write none = new Write(NONE, 0);
        none.end = 0;
        return new ArrayList<>(List.of(none));
    }

    synchronized void end(Write write) {
        write.end = ++time;
    }

    /** Returns whether a read in an interval may return a value. */
    synchronized boolean allows(StorePath path, long value, long begin, long end) {
        List<Write> all = writes.getOrDefault(path, initial());
        return all.stream()
                .filter(write -> write.value == value && write.begin < end)
                .anyMatch(write -> all.stream().noneMatch(later -> later.begin > write.end && later.end < begin));
    }

    synchronized String describe(StorePath path) {
        StringBuilder text = new StringBuilder(path.toString());
        for (Write write : writes.getOrDefault(path, initial())) {
            text.append(" [")
                    .append(write.value)
                    .append(": ")
                    .append(write.begin)
                    .append("–");
            text.append(write.end == NEVER ? "failed" : write.end).append(']');
        }
        return text.toString();
    }
}
