package org.ssdtier.catalogue.cassandra;

import java.io.IOError;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.catalogue.Findings;
import org.ssdtier.catalogue.LiveDictionaries;
import org.ssdtier.catalogue.Round;
import org.ssdtier.catalogue.SchemaCatalogue;

/**
 * The background task of a node's catalogue. It opens the catalogue, compares it with the SSTables before any ID is
 * given out, and then maintains it with a round twice a day. The comparison is the first round, so that a node that is
 * restarted daily reclaims too. An additional round runs, at most every ten minutes, when the SSTables may have
 * definitions that the log lacks. If the opening or the comparison fails, it is retried after a pause that grows up to
 * one minute; if a later round fails, the next one runs when it is due.
 *
 * <p>Used by one thread, which may block on devices for any length of time: no other thread waits for it without a
 * bound.
 */
final class CatalogueKeeper {
    static final long ROUND_NANOS = TimeUnit.HOURS.toNanos(12);
    static final long ADOPTION_NANOS = TimeUnit.MINUTES.toNanos(10);
    static final long LONGEST_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);
    /**
     * The number of attempts after which the comparison counts as done although some dictionaries remain unreadable.
     */
    static final int MOST_COMPARISONS = 8;

    private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Logger logger = LoggerFactory.getLogger(CatalogueKeeper.class);

    /** The operation that opens the catalogue. */
    @FunctionalInterface
    interface Opening {
        SchemaCatalogue open() throws IOException;
    }

    /** The user of the catalogue, which is called when its state changes. */
    interface User {
        /** Called when the catalogue is open and no ID has been given out. */
        void opened(SchemaCatalogue catalogue);

        /**
         * Called when the catalogue fits the SSTables: after each round, and once more when everything that the round
         * adopted is in the log.
         */
        void compared(SchemaCatalogue catalogue);
    }

    private final String place;
    private final Opening opening;
    private final LiveDictionaries dictionaries;
    private final User user;
    private @Nullable SchemaCatalogue catalogue;
    /** True once {@link User#opened} has returned normally for the open catalogue; until then each step calls it again. */
    private boolean isTold;

    private boolean isCompared;
    /** True if definitions that a round adopted are not in the log yet; images may refer to them only once they are. */
    private boolean hasPendingAdoptions;

    private int comparisons;
    private int failures;
    private long dueNanos;
    private long roundNanos;
    /** The time after which a round that left definitions unwritten is repeated; doubles while rounds achieve nothing. */
    private long adoptionNanos = ADOPTION_NANOS;

    private long unwritten;

    private String said = "";

    /**
     * Creates a keeper whose catalogue is not open.
     *
     * @param place the name of the directory, for messages
     * @param dictionaries the dictionaries of all SSTables
     */
    CatalogueKeeper(String place, Opening opening, LiveDictionaries dictionaries, User user) {
        this.place = place;
        this.opening = opening;
        this.dictionaries = dictionaries;
        this.user = user;
    }

    /** Performs the steps that are due, and returns the number of nanoseconds until the next call. */
    long step(long nowNanos) {
        if (failures > 0 && nowNanos - dueNanos < 0) {
            return dueNanos - nowNanos;
        }
        try {
            SchemaCatalogue of = catalogue;
            if (of == null) {
                of = opening.open();
                catalogue = of;
            }
            if (!isTold) {
                user.opened(of);
                isTold = true;
            }
            if (!isCompared || isRoundDue(of, nowNanos)) {
                round(of, nowNanos);
            }
            if (hasPendingAdoptions && of.stats().content().definitionsPending() == 0) {
                hasPendingAdoptions = false;
                user.compared(of); // everything adopted is in the log now
            }
            failures = 0;
            return hasPendingAdoptions ? FIRST_PAUSE_NANOS : LONGEST_PAUSE_NANOS;
        } catch (IOException | RuntimeException | IOError | AssertionError | OutOfMemoryError e) {
            // Cassandra's file errors are IOErrors; a lack of memory outside the heap must not end the node
            return fail(e, nowNanos);
        }
    }

    private boolean isRoundDue(SchemaCatalogue of, long nowNanos) {
        long since = nowNanos - roundNanos;
        return since >= ROUND_NANOS || (since >= adoptionNanos && of.needsAnotherRound());
    }

    private void round(SchemaCatalogue of, long nowNanos) throws IOException {
        Round done = of.round(dictionaries);
        roundNanos = nowNanos;
        if (!done.unreadable().isEmpty()) {
            comparisons++;
            if (!isCompared && comparisons < MOST_COMPARISONS) {
                throw new IOException("dictionaries=" + done.unreadable().size() + " cannot be read, the first is "
                        + done.unreadable().get(0));
            }
            logger.warn(
                    "Schema catalogue: dictionaries={} cannot be read, the first is {}; no definition is reclaimed",
                    done.unreadable().size(),
                    done.unreadable().get(0));
        }
        Findings found = done.findings();
        logger.info(
                "Compared schema catalogue with dictionaries={} foreign={}: definitions={} agreeing={} missing={} unheard of={} differing={} unknown={} dropped={} kept={}",
                found.lists(),
                found.foreignLists(),
                found.definitions(),
                found.agreeing(),
                found.missing(),
                found.unheardOf(),
                found.differing(),
                found.unknown(),
                done.dropped(),
                done.kept());
        long left = of.stats().content().definitionsUnwritten();
        boolean isInVain = left > 0 && left == unwritten;
        adoptionNanos = isInVain ? Math.min(2 * adoptionNanos, ROUND_NANOS) : ADOPTION_NANOS;
        unwritten = left;
        isCompared = true;
        hasPendingAdoptions = of.stats().content().definitionsPending()
                > 0; // read first: whatever is pending in the call was pending here
        user.compared(of);
    }

    private long fail(Throwable e, long nowNanos) {
        long pause = Math.min(LONGEST_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(failures, 10));
        failures++;
        dueNanos = nowNanos + pause;
        String what = String.valueOf(e);
        if (isCompared) {
            logger.warn("Schema catalogue: a comparison with the SSTables failed; no definition is reclaimed", e);
            roundNanos = nowNanos;
        } else if (!what.equals(said)) {
            said = what;
            logger.warn(
                    "No schema catalogue: directory={} could not be opened or compared with the SSTables. No data is affected: "
                            + "the node writes SSTables without schema IDs and retries at least once a minute. Remove the "
                            + "cause. The directory may be deleted while the node is down; the catalogue is then rebuilt from "
                            + "the SSTables",
                    place,
                    e);
        }
        return pause;
    }
}
