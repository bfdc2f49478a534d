package org.ssdtier.rowcache.cassandra;

import java.io.UncheckedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The check of a directory on the SSD before the node starts. An SSD that has died, or hangs, must not refuse the start. Who owns
 * the directory, and what is in it, is checked once more when it is opened, which happens only once it can be read.
 */
public final class StartCheck {
    private static final Logger logger = LoggerFactory.getLogger(StartCheck.class);
    private static final long LONGEST_MILLIS = 3_000;

    private StartCheck() {}

    /**
     * Runs a check on a thread of its own, and waits for it for at most three seconds. A device that fails or does not answer is
     * logged.
     *
     * @param option the option that names the directory, with its value
     * @param check throws {@link UncheckedIOException} if the device fails
     * @throws ConfigurationException if the check has thrown it
     */
    public static void run(String option, Runnable check) {
        run(option, check, LONGEST_MILLIS);
    }

    static void run(String option, Runnable check, long longestMillis) {
        FutureTask<Void> task = new FutureTask<>(check, null);
        Thread thread = new Thread(task, "ssd-start-check");
        thread.setDaemon(true);
        thread.start();
        try {
            task.get(longestMillis, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UncheckedIOException failure) {
                logger.warn("{} cannot be read; the node starts without it: {}", option, failure.getMessage());
            } else if (e.getCause() instanceof RuntimeException refusal) {
                throw refusal;
            } else {
                throw new IllegalStateException(e.getCause());
            }
        } catch (TimeoutException e) {
            logger.warn("{} does not answer within {} ms; the node starts without it", option, longestMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
