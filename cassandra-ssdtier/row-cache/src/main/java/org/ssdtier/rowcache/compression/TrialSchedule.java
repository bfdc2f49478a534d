package org.ssdtier.rowcache.compression;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The decision when a table's images are sampled for a trial, and whether compression still pays.
 *
 * <p>The first trial begins with the first image. After a trial without gain, the next comes after four times as many images as
 * before it, up to {@link #MOST_RETRIES} times the least number. After one with a gain, it comes when the table has made eight times as
 * many images, or when compression has become clearly worse than it was in the trial; unless an earlier dictionary is good again, twice
 * as many images must pass before that happens once more, up to the same bound. Compression ends if several reviews in a row find that
 * it saves almost nothing. Thread-safe.
 */
final class TrialSchedule {
    /** The consequence of the recent images. */
    enum Verdict {
        /** Nothing changes. */
        CONTINUE,
        /** Compression saves almost nothing and is to end. */
        STOP
    }

    /** Number of images between two reviews of the ratio. */
    static final int REVIEW_IMAGES = 4_096;

    /** Number of reviews in a row that must find no gain before compression ends: one may have seen the rows of a single batch. */
    static final int STOP_REVIEWS = 4;
    /** Largest number of images between two trials without gain, in units of the least number. */
    static final int MOST_RETRIES = 64;

    private static final double STOP_RATIO = 1.1;
    private static final double DRIFT = 0.85;
    private static final int GROWTH_WITHOUT_GAIN = 4;
    private static final int GROWTH_WITH_GAIN = 8;

    private final long retryImages;
    private final AtomicLong images = new AtomicLong();
    private final LongAdder before = new LongAdder();
    private final LongAdder after = new LongAdder();
    private final AtomicLong noted = new AtomicLong();
    private volatile long dueAt;
    private volatile boolean isBusy;
    private long lastTrialAt;
    private long reviewedBefore;
    private long reviewedAfter;
    private double expectedRatio;
    /** Images between the last trial without gain and the next, in units of {@link #retryImages}. */
    private int retries = 1;
    /** Images that must have passed before compression that became worse brings a trial, in the same unit. */
    private int driftRetries = 1;

    private boolean isDrift;
    private int reviewsWithoutGain;

    /**
     * Creates the schedule of a table without images.
     *
     * @param retryImages least number of images between two trials
     */
    TrialSchedule(long retryImages) {
        this.retryImages = retryImages;
    }

    /** Counts an image. Returns whether a trial is due. */
    boolean count() {
        return images.incrementAndGet() > dueAt && !isBusy;
    }

    /** Begins a trial. Returns false if one is in progress. */
    synchronized boolean begin() {
        boolean isBegun = !isBusy;
        isBusy = true;
        return isBegun;
    }

    /** Ends a trial that had no result, such as an abandoned one; another may come soon. */
    synchronized void postponed() {
        end(images.get() + retryImages);
    }

    /** Ends a trial that brought no new dictionary. */
    synchronized void withoutGain() {
        retries = Math.min(MOST_RETRIES, retries * GROWTH_WITHOUT_GAIN);
        growDrift();
        end(images.get() + retries * retryImages);
    }

    /**
     * Ends a trial that brought a dictionary, or found that an older one is as good.
     *
     * @param ratio ratio of bytes before and after, in the trial
     * @param isNew whether the trial brought the dictionary
     */
    synchronized void withGain(double ratio, boolean isNew) {
        expectedRatio = ratio;
        retries = 1;
        if (isNew) {
            growDrift();
        }
        reviewsWithoutGain = 0;
        reviewedBefore = before.sum();
        reviewedAfter = after.sum();
        end(Math.max(images.get() * GROWTH_WITH_GAIN, images.get() + retryImages));
    }

    /** Starts anew, without what was learned. */
    synchronized void restart() {
        expectedRatio = 0;
        retries = 1;
        driftRetries = 1;
        reviewsWithoutGain = 0;
        end(images.get());
    }

    private void growDrift() {
        driftRetries = isDrift ? Math.min(MOST_RETRIES, 2 * driftRetries) : driftRetries;
    }

    private void end(long nextAt) {
        lastTrialAt = images.get();
        dueAt = nextAt;
        isBusy = false;
        isDrift = false;
    }

    /** Records the size of an image before and after compression, and reviews the recent ones from time to time. */
    Verdict note(int bytesBefore, int bytesAfter) {
        before.add(bytesBefore);
        after.add(bytesAfter);
        return noted.incrementAndGet() % REVIEW_IMAGES == 0 ? review() : Verdict.CONTINUE;
    }

    private synchronized Verdict review() {
        long nowBefore = before.sum();
        long nowAfter = after.sum();
        double ratio = (double) (nowBefore - reviewedBefore) / Math.max(1, nowAfter - reviewedAfter);
        reviewedBefore = nowBefore;
        reviewedAfter = nowAfter;
        if (isBusy) {
            return Verdict.CONTINUE;
        }
        reviewsWithoutGain = ratio < STOP_RATIO ? reviewsWithoutGain + 1 : 0;
        if (reviewsWithoutGain == STOP_REVIEWS) {
            reviewsWithoutGain = 0;
            retries = 1;
            withoutGain();
            return Verdict.STOP;
        }
        if (expectedRatio == 0) {
            expectedRatio = ratio; // the dictionary was read at the start
        }
        if (ratio < expectedRatio * DRIFT && images.get() - lastTrialAt >= driftRetries * retryImages) {
            dueAt = images.get();
            isDrift = true;
        }
        return Verdict.CONTINUE;
    }

    /** Returns the bytes of all images since the start that a dictionary was used for, before compression. */
    long bytesBefore() {
        return before.sum();
    }

    /** Returns the bytes of the same images as they are stored. */
    long bytesAfter() {
        return after.sum();
    }
}
