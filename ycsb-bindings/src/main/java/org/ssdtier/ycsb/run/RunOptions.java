package org.ssdtier.ycsb.run;

import java.time.Duration;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.Supplier;
import site.ycsb.Client;
import site.ycsb.DB;
import site.ycsb.Workload;

/**
 * The options of one run of one phase.
 *
 * @param phase load or transactions
 * @param properties YCSB's properties, for the workload and the database
 * @param db factory that creates one database object per thread
 * @param threads number of client threads, at least 1
 * @param transactions number of iterations of the workload over all threads; 0 = until {@code duration} has passed
 * @param duration maximum duration of the run; zero = until {@code transactions} are done. With a target, iterations that
 *     were due in this time are still done afterwards, for as long again at most
 * @param targetPerSecond iterations per second over all threads; 0 = as fast as the database responds. With a target,
 *     latencies are also measured from the time an operation was due, so that a stall is charged to all the operations
 *     it delayed
 * @param interval time between two calls of the listener
 * @param maxFailures number of failed operations above which the run is abandoned
 * @param notFoundFails whether a read that finds no record counts as failed
 */
public record RunOptions(
        RunPhase phase,
        Properties properties,
        Supplier<? extends DB> db,
        int threads,
        long transactions,
        Duration duration,
        double targetPerSecond,
        Duration interval,
        long maxFailures,
        boolean notFoundFails) {

    /** The class of the database when the properties name none. */
    public static final String DEFAULT_DB = "org.ssdtier.ycsb.CqlClient";

    /** The class of the workload when the properties name none. */
    public static final String DEFAULT_WORKLOAD = "org.ssdtier.ycsb.PaperWorkload";

    /** Property: whether a read that finds no record counts as failed; default true. */
    public static final String NOT_FOUND_FAILS_PROPERTY = "notfoundfails";

    /** Property: number of failed operations above which the run is abandoned; default 1,000. */
    public static final String MAX_FAILURES_PROPERTY = "maxfailures";

    public RunOptions {
        if (threads < 1) {
            throw new IllegalArgumentException("threads=" + threads + ", allowed: 1 or more");
        }
        if (transactions < 0) {
            throw new IllegalArgumentException("transactions=" + transactions + ", allowed: 0 or more");
        }
        if (transactions == 0 && (duration.isZero() || duration.isNegative())) {
            throw new IllegalArgumentException(
                    "operationcount=0 and maxexecutiontime=" + duration + ": one of them must limit the run");
        }
        if (!(targetPerSecond >= 0)) {
            throw new IllegalArgumentException("target=" + targetPerSecond + ", allowed: 0 or more");
        }
        if (interval.isZero() || interval.isNegative()) {
            throw new IllegalArgumentException("interval=" + interval + ", allowed: more than 0");
        }
    }

    /**
     * Returns the load phase that the properties describe: {@code insertcount} (default {@code recordcount -
     * insertstart}) inserts by {@code threadcount} threads.
     */
    public static RunOptions load(Properties properties) {
        long records = number(properties, Client.RECORD_COUNT_PROPERTY, 0);
        long start = number(properties, Workload.INSERT_START_PROPERTY, 0);
        long inserts = number(properties, Client.INSERT_COUNT_PROPERTY, records - start);
        if (inserts <= 0) {
            throw new IllegalArgumentException("recordcount=" + records + " insertstart=" + start + " insertcount="
                    + inserts + ": nothing to load");
        }
        Properties own = copy(properties);
        own.setProperty(Client.DO_TRANSACTIONS_PROPERTY, "false");
        return of(RunPhase.LOAD, own, inserts);
    }

    /**
     * Returns the transaction phase that the properties describe: {@code operationcount} iterations or
     * {@code maxexecutiontime} seconds, whichever ends first, by {@code threadcount} threads at {@code target}
     * iterations per second.
     */
    public static RunOptions transactions(Properties properties) {
        Properties own = copy(properties);
        own.setProperty(Client.DO_TRANSACTIONS_PROPERTY, "true");
        return of(RunPhase.TRANSACTIONS, own, number(properties, Client.OPERATION_COUNT_PROPERTY, 0));
    }

    private static RunOptions of(RunPhase phase, Properties own, long transactions) {
        return new RunOptions(
                phase,
                own,
                () -> Reflection.create(DB.class, own.getProperty(Client.DB_PROPERTY, DEFAULT_DB)),
                Math.toIntExact(number(own, Client.THREAD_COUNT_PROPERTY, 1)),
                transactions,
                Duration.ofSeconds(number(own, Client.MAX_EXECUTION_TIME, 0)),
                Double.parseDouble(own.getProperty(Client.TARGET_PROPERTY, "0")),
                Duration.ofSeconds(1),
                number(own, MAX_FAILURES_PROPERTY, 1_000),
                Boolean.parseBoolean(own.getProperty(NOT_FOUND_FAILS_PROPERTY, "true")));
    }

    /** Returns these options with another factory of database objects. */
    public RunOptions withDb(Supplier<? extends DB> newDb) {
        return with(builder -> builder.db = newDb);
    }

    /** Returns these options with another number of threads. */
    public RunOptions withThreads(int newThreads) {
        return with(builder -> builder.threads = newThreads);
    }

    /**
     * Returns these options with another limit.
     *
     * @param newTransactions number of iterations over all threads; 0 = no limit
     * @param newDuration maximum duration; zero = no limit
     */
    public RunOptions withLimit(long newTransactions, Duration newDuration) {
        return with(builder -> {
            builder.transactions = newTransactions;
            builder.duration = newDuration;
        });
    }

    /** Returns these options with another target in iterations per second; 0 = as fast as the database responds. */
    public RunOptions withTargetPerSecond(double newTarget) {
        return with(builder -> builder.targetPerSecond = newTarget);
    }

    /** Returns these options with another time between two calls of the listener. */
    public RunOptions withInterval(Duration newInterval) {
        return with(builder -> builder.interval = newInterval);
    }

    private RunOptions with(Consumer<Builder> change) {
        Builder builder = new Builder(this);
        change.accept(builder);
        return builder.build();
    }

    private static Properties copy(Properties properties) {
        Properties copy = new Properties();
        for (String name : properties.stringPropertyNames()) {
            copy.setProperty(name, properties.getProperty(name));
        }
        return copy;
    }

    private static long number(Properties properties, String name, long defaultValue) {
        String value = properties.getProperty(name);
        if (value == null) {
            return defaultValue;
        }
        try {
            return Long.parseLong(value.trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + "=" + value + ", allowed: a whole number", e);
        }
    }

    /** The mutable values of options. */
    private static final class Builder {
        private final RunPhase phase;
        private final Properties properties;
        private Supplier<? extends DB> db;
        private int threads;
        private long transactions;
        private Duration duration;
        private double targetPerSecond;
        private Duration interval;
        private final long maxFailures;
        private final boolean notFoundFails;

        Builder(RunOptions from) {
            phase = from.phase;
            properties = from.properties;
            db = from.db;
            threads = from.threads;
            transactions = from.transactions;
            duration = from.duration;
            targetPerSecond = from.targetPerSecond;
            interval = from.interval;
            maxFailures = from.maxFailures;
            notFoundFails = from.notFoundFails;
        }

        RunOptions build() {
            return new RunOptions(
                    phase,
                    properties,
                    db,
                    threads,
                    transactions,
                    duration,
                    targetPerSecond,
                    interval,
                    maxFailures,
                    notFoundFails);
        }
    }
}
