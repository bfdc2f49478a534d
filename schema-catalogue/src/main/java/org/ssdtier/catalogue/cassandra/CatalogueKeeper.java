package org.ssdtier.catalogue.cassandra;

import java.io.IOError;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.catalogue.LiveDictionaries;
import org.ssdtier.catalogue.Round;
import org.ssdtier.catalogue.SchemaCatalogue;

/**
 * Opens a node's catalogue, compares it with the SSTables before any ID is given out, and looks after it: a round twice a day,
 * the first with the comparison, so that a node that is restarted daily reclaims too; and one more, not more often than every ten
 * minutes, when the SSTables may have what the log lacks. What fails is tried again, less and less often, up to once a minute.
 *
 * <p>Of one thread, which may wait for devices as long as it likes: nobody waits for it.
 */
final class CatalogueKeeper {
    static final long ROUND_NANOS = TimeUnit.HOURS.toNanos(12);
    static final long ADOPTION_NANOS = TimeUnit.MINUTES.toNanos(10);
    static final long LONGEST_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** With dictionaries that stay unreadable the comparison is taken for made after so many. */
    static final int MOST_COMPARISONS = 8;

    private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Logger log = LoggerFactory.getLogger(CatalogueKeeper.class);

    /** Opens the catalogue. */
    @FunctionalInterface
    interface Opening {
        SchemaCatalogue open() throws IOException;
    }

    /** What is done with a catalogue. */
    interface User {
        /** It is open; no ID has been given out. */
        void opened(SchemaCatalogue catalogue);

        /** It fits the SSTables. Called after each round, and once more when all that the round adopted is in the log. */
        void compared(SchemaCatalogue catalogue);
    }

    private final String place;
    private final Opening opening;
    private final LiveDictionaries dictionaries;
    private final User user;
    private @Nullable SchemaCatalogue catalogue;
    private boolean isCompared;
    /** Whether definitions that a round adopted still wait for the log: images may refer to them only then. */
    private boolean hasMoreToCome;

    private int comparisons;
    private int failures;
    private long dueNanos;
    private long roundNanos;
    private String said = "";

    /**
     * Makes one; nothing is open.
     *
     * @param place names the directory, for messages
     * @param dictionaries of all SSTables
     */
    CatalogueKeeper(String place, Opening opening, LiveDictionaries dictionaries, User user) {
        this.place = place;
        this.opening = opening;
        this.dictionaries = dictionaries;
        this.user = user;
    }

    /** Does what is due; returns in how many nanoseconds to come again. */
    long step(long nowNanos) {
        if (failures > 0 && nowNanos - dueNanos < 0) {
            return dueNanos - nowNanos;
        }
        try {
            SchemaCatalogue of = catalogue;
            if (of == null) {
                of = opening.open();
                catalogue = of;
                user.opened(of);
            }
            if (!isCompared || isRoundDue(of, nowNanos)) {
                round(of, nowNanos);
            }
            if (hasMoreToCome && of.stats().pending() == 0) {
                hasMoreToCome = false;
                user.compared(of); // what was adopted is in the log now
            }
            failures = 0;
            return hasMoreToCome ? FIRST_PAUSE_NANOS : LONGEST_PAUSE_NANOS;
        } catch (IOException | RuntimeException | IOError e) { // Cassandra's own errors of files are IOErrors
            return fail(e, nowNanos);
        }
    }

    private boolean isRoundDue(SchemaCatalogue of, long nowNanos) {
        long since = nowNanos - roundNanos;
        return since >= ROUND_NANOS || (since >= ADOPTION_NANOS && of.isWorthARound());
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
            log.warn(
                    "Schema catalogue: dictionaries={} cannot be read, the first is {}; no definition is reclaimed",
                    done.unreadable().size(),
                    done.unreadable().get(0));
        }
        log.info("Schema catalogue: {} dropped={} kept={}", done.findings(), done.dropped(), done.kept());
        isCompared = true;
        hasMoreToCome = of.stats().pending() > 0; // looked at first: what the user finds waiting was waiting then
        user.compared(of);
    }

    private long fail(Throwable e, long nowNanos) {
        long pause = Math.min(LONGEST_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(failures, 10));
        failures++;
        dueNanos = nowNanos + pause;
        String what = String.valueOf(e);
        if (isCompared) {
            log.warn("Schema catalogue: a comparison with the SSTables failed; no definition is reclaimed", e);
            roundNanos = nowNanos;
        } else if (!what.equals(said)) {
            said = what;
            log.warn(
                    "No schema catalogue: directory={} could not be opened or compared with the SSTables. No data is affected: "
                            + "the node goes on and writes SSTables without schema IDs, and tries again every minute. Remove the "
                            + "cause; the directory may be deleted while the node is down, the catalogue is made anew from the "
                            + "SSTables then",
                    place,
                    e);
        }
        return pause;
    }
}
