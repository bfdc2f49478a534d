package org.ssdtier.benchmarks.ssdsize;

import java.util.List;
import java.util.Locale;
import org.ssdtier.benchmarks.cli.Allowed;

/** YCSB's distributions of requests that the experiment has; no row is inserted, so the popular rows never change. */
enum Distribution {
    /** The rows loaded last are the most popular. */
    LATEST,
    /** The popular rows are anywhere among the loaded ones. */
    ZIPFIAN;

    /**
     * Returns the distribution with the given name.
     *
     * @throws IllegalArgumentException if there is none; the message names the existing ones
     */
    static Distribution named(String name) {
        return Allowed.named("distributions", name, List.of(values()), Distribution::toString);
    }

    /** Returns YCSB's name. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
