package org.ssdtier.rowcache.compression;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The compression of one table's images: its dictionaries, and the trials that bring new ones. Thread-safe; {@link #compress} and
 * {@link #decompress} take no lock and wait for nothing.
 */
public final class TableCompression {
    /** Largest number of dictionaries of a table: the one in use and older ones, which images on the SSD may still need. */
    static final int MAX_VERSIONS = 6;

    private static final Logger logger = LoggerFactory.getLogger(TableCompression.class);
    private static final Dictionary[] NONE = {};
    /** One decompression in this many is timed; a power of two. */
    private static final int TIMED_ONE_IN = 64;

    private final CompressionParts parts;
    private final UUID table;
    private final TrialSchedule schedule;
    /** The dictionaries that images may need, the newest first. Written under the monitor. */
    private volatile Dictionary[] versions = NONE;
    /** The dictionary of new images; null if they are not compressed. Written under the monitor. */
    private volatile @Nullable Dictionary current;

    private volatile @Nullable SampleSet sample;
    /** Number of times that the dictionaries were forgotten; a trial from before has no effect. Guarded by the monitor. */
    private int erasures;

    private boolean isRetired;

    TableCompression(CompressionParts parts, UUID table) {
        this.parts = parts;
        this.table = table;
        this.schedule = new TrialSchedule(parts.policy.retryImages());
    }

    /**
     * Compresses an image that was made, if that is worth it.
     *
     * @param image image from position to limit; not changed
     * @return the compressed image, to be closed when it was copied; null if the image is to be stored as it is
     */
    public @Nullable Compressor compress(ByteBuffer image) {
        int bytes = image.remaining();
        if (!parts.isOn()
                || bytes < CompressedImageDescriptor.MIN_ORIGINAL_BYTES
                || bytes > CompressedImageDescriptor.MAX_ORIGINAL_BYTES) {
            return null;
        }
        try {
            take(image);
            Dictionary dictionary = current;
            return dictionary == null ? null : compress(dictionary, image);
        } catch (RuntimeException | LinkageError | AssertionError | OutOfMemoryError e) {
            parts.failed(e);
            return null;
        }
    }

    private @Nullable Compressor compress(Dictionary dictionary, ByteBuffer image) {
        int before = image.remaining();
        int after = before;
        Compressor compressor = parts.compressors.take();
        try {
            if (compressor.compress(dictionary, image)) {
                after = compressor.bytes().remaining();
            }
        } finally {
            if (after == before) {
                compressor.close();
            }
        }
        (after < before ? parts.counters.compressedImages : parts.counters.incompressibleImages).increment();
        parts.counters.bytesBefore.add(before);
        parts.counters.bytesAfter.add(after);
        if (schedule.note(before, after) == TrialSchedule.Verdict.STOP) {
            stop(dictionary);
        }
        return after < before ? compressor : null;
    }

    /**
     * Decompresses an image.
     *
     * @param image compressed image from position to limit; not changed
     * @return the original image, to be closed when it was decoded; null if its dictionary is lost, or if there is no memory
     *     outside the heap, which is counted
     * @throws IOException if the image is damaged
     */
    public @Nullable Decompressor decompress(ByteBuffer image) throws IOException {
        Dictionary dictionary = find(CompressedImageDescriptor.dictionaryId(image));
        if (dictionary == null) {
            parts.counters.misses.increment();
            return null;
        }
        boolean isTimed = (ThreadLocalRandom.current().nextInt() & (TIMED_ONE_IN - 1)) == 0;
        long startNanos = isTimed ? parts.nanoClock.getAsLong() : 0;
        Decompressor decompressor = takeDecompressor();
        if (decompressor == null) {
            return null;
        }
        boolean isDecompressed = false;
        try {
            isDecompressed = decompressor.decompress(dictionary, image);
        } finally {
            if (!isDecompressed) {
                decompressor.close();
            }
        }
        if (isTimed && isDecompressed) {
            parts.counters.recordDecompression(parts.nanoClock.getAsLong() - startNanos);
        }
        if (!isDecompressed) {
            parts.counters.misses.increment();
        }
        return isDecompressed ? decompressor : null;
    }

    /** Returns a context; null if there is no memory for one. */
    private @Nullable Decompressor takeDecompressor() {
        try {
            return parts.decompressors.take();
        } catch (OutOfMemoryError e) {
            parts.counters.misses.increment();
            parts.failed(e);
            return null;
        }
    }

    private @Nullable Dictionary find(int id) {
        for (Dictionary dictionary : versions) {
            if (dictionary.id() == id) {
                return dictionary;
            }
        }
        return null;
    }

    /** Returns the number of dictionaries. */
    public int dictionaries() {
        return versions.length;
    }

    /** Returns whether new images are compressed. */
    public boolean isCompressed() {
        return current != null && parts.isOn();
    }

    /** Returns bytes before by bytes after compression, of the images made with a dictionary since the start; 0 without any. */
    public double ratio() {
        long after = schedule.bytesAfter();
        return after == 0 ? 0 : (double) schedule.bytesBefore() / after;
    }

    // ---- trials ----

    /** Counts an image, and copies it if a sample is being taken. */
    private void take(ByteBuffer image) {
        boolean isDue = schedule.count();
        SampleSet taken = sample;
        if (taken == null) {
            if (isDue && schedule.begin()) {
                begin();
            }
        } else if (taken.isAbandoned()) {
            end(taken);
            schedule.postponed();
        } else if (taken.add(image)) {
            submit(taken);
        }
    }

    private synchronized void begin() {
        if (isRetired || parts.counters.dictionaries() >= CompressionParts.MAX_DICTIONARIES) {
            schedule.withoutGain();
        } else {
            SampleSet before = sample;
            if (before != null) {
                parts.samples.end(before);
            }
            sample = parts.samples.begin(parts.policy);
        }
    }

    private void end(SampleSet taken) {
        sample = null;
        parts.samples.end(taken);
    }

    private void submit(SampleSet taken) {
        int erasuresBefore;
        synchronized (this) {
            erasuresBefore = erasures;
            sample = null;
        }
        try {
            parts.trainer.execute(() -> runTrial(taken, erasuresBefore));
        } catch (RejectedExecutionException e) {
            logger.debug("no trial of table {}", table, e);
            parts.samples.end(taken);
            schedule.postponed();
        }
    }

    private void runTrial(SampleSet taken, int erasuresBefore) {
        parts.counters.trials.increment();
        List<Dictionary> known = retainVersions();
        Dictionary now = current;
        Dictionary inUse = known.contains(now) ? now : null; // not one without a reference
        try {
            DictionaryTrial trial = new DictionaryTrial(taken, parts.policy, parts.compressors);
            int number = parts.store.nextNumber();
            DictionaryTrial.Outcome outcome =
                    number == 0 || taken.isAbandoned() ? null : trial.run(table, number, known, inUse);
            Dictionary better = outcome == null ? null : outcome.dictionary();
            if (outcome == null || better == null) {
                parts.counters.trialsWithoutGain.increment();
                logger.debug("Row cache: a dictionary would not help table {}: {}", table, outcome);
                schedule.withoutGain();
            } else if (outcome.isNew()) {
                double ratio = outcome.ratio();
                parts.store.save(better, isSaved -> saved(better, ratio, isSaved, erasuresBefore));
            } else {
                useAgain(better, outcome.ratio());
            }
        } catch (RuntimeException | LinkageError | AssertionError | OutOfMemoryError e) {
            schedule.withoutGain();
            parts.failed(e);
        } finally {
            parts.samples.end(taken);
            known.forEach(Dictionary::release);
            parts.freeRetired();
        }
    }

    /** Returns the dictionaries, each with a reference for the caller. */
    private synchronized List<Dictionary> retainVersions() {
        return Arrays.stream(versions).filter(Dictionary::retain).toList();
    }

    /** Uses a dictionary that the table has for new images. */
    private synchronized void useAgain(Dictionary dictionary, double ratio) {
        if (find(dictionary.id()) != dictionary) {
            schedule.postponed(); // it was forgotten meanwhile
            return;
        }
        current = dictionary;
        schedule.withGain(ratio, false);
        logger.info(
                "Row cache: rows of table {} are compressed with an earlier dictionary={} again, ratio in the trial={}",
                table,
                dictionary.number(),
                ratio);
    }

    /** Uses a new dictionary, if it is durable and was not trained on images that were erased since. */
    private synchronized void saved(Dictionary trained, double ratio, boolean isSaved, int erasuresBefore) {
        if (!isSaved || isRetired || erasures != erasuresBefore) {
            if (isSaved) {
                parts.store.remove(trained);
            }
            trained.retire();
            parts.freeRetired();
            schedule.postponed();
            return;
        }
        add(trained);
        current = trained;
        schedule.withGain(ratio, true);
        logger.info(
                "Row cache: rows of table {} are compressed, dictionary={} bytes={} ratio in the trial={}",
                table,
                trained.number(),
                trained.content().length,
                ratio);
    }

    /** Stops compressing, unless there is another dictionary since. */
    private synchronized void stop(Dictionary dictionary) {
        if (current == dictionary) {
            current = null;
            logger.info("Row cache: rows of table {} are not compressed any more, it saves too little", table);
        }
    }

    // ---- dictionaries ----

    /** Adds a dictionary that was read at the start. New images use the newest, until a trial finds that an earlier one is better. */
    synchronized void recover(Dictionary dictionary) {
        add(dictionary);
        current = versions[0];
        schedule.withGain(0, false);
    }

    private void add(Dictionary dictionary) {
        Dictionary[] next = Arrays.copyOf(versions, versions.length + 1);
        next[versions.length] = dictionary;
        Arrays.sort(next, (one, other) -> Integer.compare(other.number(), one.number()));
        parts.counters.dictionaries.incrementAndGet();
        if (next.length <= MAX_VERSIONS) {
            versions = next;
            return;
        }
        // the oldest that new images do not use
        Dictionary oldest = next[MAX_VERSIONS] == current ? next[MAX_VERSIONS - 1] : next[MAX_VERSIONS];
        versions = Arrays.stream(next).filter(one -> one != oldest).toArray(Dictionary[]::new);
        remove(oldest);
    }

    private void remove(Dictionary dictionary) {
        parts.store.remove(dictionary);
        dictionary.retire();
        parts.counters.dictionaries.decrementAndGet();
        parts.freeRetired();
    }

    /** Removes all dictionaries, and the sample. Images that need them are misses. */
    synchronized void forget() {
        erasures++;
        Dictionary[] forgotten = versions;
        current = null;
        versions = NONE;
        for (Dictionary dictionary : forgotten) {
            remove(dictionary);
        }
        SampleSet taken = sample;
        sample = null;
        if (taken != null) {
            taken.abandon();
            parts.samples.end(taken);
        }
        schedule.restart();
    }

    /** Removes all dictionaries, and makes no new ones: the table was dropped. */
    synchronized void retire() {
        isRetired = true;
        forget();
    }

    /** Releases all dictionaries without removing their files: the cache is closed. */
    synchronized void close() {
        isRetired = true;
        erasures++;
        current = null;
        for (Dictionary dictionary : versions) {
            dictionary.retire();
            parts.counters.dictionaries.decrementAndGet();
        }
        versions = NONE;
        sample = null;
    }
}
