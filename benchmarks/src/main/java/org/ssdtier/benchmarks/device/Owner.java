package org.ssdtier.benchmarks.device;

import java.util.Optional;
import java.util.Properties;

/**
 * Who answers for what was made: a program that is to take it down, or nobody, if it stays until it is taken down by name.
 *
 * @param pid the program's, 0 for nobody
 * @param startMillis when it started: another program may have its pid later
 */
record Owner(long pid, long startMillis) {
    static final Owner NOBODY = new Owner(0, 0);

    /** This JVM. */
    static Owner current() {
        return of(ProcessHandle.current());
    }

    /** A running program. */
    static Owner of(ProcessHandle handle) {
        return new Owner(
                handle.pid(),
                handle.info()
                        .startInstant()
                        .map(java.time.Instant::toEpochMilli)
                        .orElse(0L));
    }

    /** Reads what {@link #write} wrote. */
    static Owner read(Properties properties, String role) {
        return new Owner(
                Long.parseLong(properties.getProperty(role + ".pid", "0")),
                Long.parseLong(properties.getProperty(role + ".start_millis", "0")));
    }

    void write(Properties properties, String role) {
        properties.setProperty(role + ".pid", Long.toString(pid));
        properties.setProperty(role + ".start_millis", Long.toString(startMillis));
    }

    /** Whether the owner ended without taking down what it made. */
    boolean isGone() {
        if (equals(NOBODY)) {
            return false;
        }
        return running().isEmpty();
    }

    /** The program itself, if it is still this one that has the pid. */
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
