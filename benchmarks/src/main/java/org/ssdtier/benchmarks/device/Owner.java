package org.ssdtier.benchmarks.device;

import java.util.Optional;
import java.util.Properties;

/**
 * The owner of a device or memory group: the program that takes it down, or nobody if it is kept until taken down by
 * name.
 *
 * @param pid pid of the program, 0 for nobody
 * @param startMillis start time of the program, because its pid may be reused later
 */
record Owner(long pid, long startMillis) {
    static final Owner NOBODY = new Owner(0, 0);

    /** Returns this JVM. */
    static Owner current() {
        return of(ProcessHandle.current());
    }

    /** Returns a running program as an owner. */
    static Owner of(ProcessHandle handle) {
        return new Owner(
                handle.pid(),
                handle.info()
                        .startInstant()
                        .map(java.time.Instant::toEpochMilli)
                        .orElse(0L));
    }

    /** Reads an owner written by {@link #write}. */
    static Owner read(Properties properties, String role) {
        return new Owner(
                Long.parseLong(properties.getProperty(role + ".pid", "0")),
                Long.parseLong(properties.getProperty(role + ".start_millis", "0")));
    }

    void write(Properties properties, String role) {
        properties.setProperty(role + ".pid", Long.toString(pid));
        properties.setProperty(role + ".start_millis", Long.toString(startMillis));
    }

    /** Returns whether the owner has ended. */
    boolean isGone() {
        if (equals(NOBODY)) {
            return false;
        }
        return running().isEmpty();
    }

    /** Returns the process, if it is running and its pid was not reused. */
    Optional<ProcessHandle> running() {
        return equals(NOBODY)
                ? Optional.empty()
                : ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(handle -> of(handle)
                        .equals(this));
    }

    @Override
    public String toString() {
        return equals(NOBODY) ? "nobody" : "pid " + pid;
    }
}
