package org.ssdtier.rowcache.compression;

import com.github.luben.zstd.Zstd;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One trial: trains a dictionary on the first four fifths of a sample, and measures it, and those that the table has, on the rest.
 */
final class DictionaryTrial {
    /** Divisor of the sample: 1/n of the images measure the dictionary and are not trained on. */
    private static final int MEASURED_ONE_IN = 5;
    /** Least number of images that a trial needs. */
    private static final int MIN_IMAGES = 20;
    /** Least gain of a new dictionary over one that the table has, and of another one over that in use, as a factor. */
    private static final double REPLACES_FROM = 1.05;

    private final SampleSet sample;
    private final CompressionPolicy policy;
    private final Slots<Compressor> compressors;

    DictionaryTrial(SampleSet sample, CompressionPolicy policy, Slots<Compressor> compressors) {
        this.sample = sample;
        this.policy = policy;
        this.compressors = compressors;
    }

    /**
     * The outcome of a trial.
     *
     * @param dictionary the dictionary for images to come; null if the one in use, or none, is as good
     * @param isNew whether it was trained; the caller then owns its reference
     * @param ratio ratio of bytes before and after compression of the images that were measured
     */
    record Outcome(@Nullable Dictionary dictionary, boolean isNew, double ratio) {
        private static final Outcome WITHOUT_GAIN = new Outcome(null, false, 1);
    }

    /**
     * Runs the trial.
     *
     * @param number number of the new dictionary
     * @param known the dictionaries that the table has
     * @param inUse the one of them that is in use, or null
     */
    Outcome run(UUID table, int number, List<Dictionary> known, @Nullable Dictionary inUse) {
        byte[] content = train();
        if (content == null) {
            return Outcome.WITHOUT_GAIN;
        }
        Dictionary trained = new Dictionary(table, number, content, policy.level());
        boolean isWorthIt = false;
        try {
            double ratio = ratio(trained);
            double leastOfOthers = inUse == null ? policy.leastRatio() : ratio(inUse) * REPLACES_FROM;
            Outcome best = new Outcome(null, false, ratio);
            double bestRatio = Math.max(policy.leastRatio(), leastOfOthers);
            boolean isKnown = false;
            for (Dictionary dictionary : known) {
                isKnown |= dictionary.id() == trained.id();
                double ratioOfKnown = dictionary == inUse ? 0 : ratio(dictionary);
                if (ratioOfKnown >= bestRatio) {
                    best = new Outcome(dictionary, false, ratioOfKnown);
                    bestRatio = ratioOfKnown;
                }
            }
            // one more dictionary costs an old one, and the images that need it
            double leastOfNew = best.dictionary() == null ? bestRatio : bestRatio * REPLACES_FROM;
            isWorthIt = !isKnown && ratio >= leastOfNew;
            return isWorthIt ? new Outcome(trained, true, ratio) : best;
        } finally {
            if (!isWorthIt) {
                trained.retire();
            }
        }
    }

    private int trainedImages() {
        return sample.count() - sample.count() / MEASURED_ONE_IN;
    }

    private byte @Nullable [] train() {
        if (sample.count() < MIN_IMAGES) {
            return null;
        }
        ByteBuffer content = ByteBuffer.allocateDirect(policy.dictionaryBytes());
        long bytes = Zstd.trainFromBufferDirect(
                sample.bytes(), sample.lengths(trainedImages()), content, false, policy.level());
        if (Zstd.isError(bytes) || bytes <= 0) {
            return null; // such as for images that have nothing in common
        }
        byte[] trained = new byte[(int) bytes];
        content.get(0, trained);
        return trained;
    }

    private double ratio(Dictionary dictionary) {
        long before = 0;
        long after = 0;
        int offset = 0;
        try (Compressor compressor = compressors.take()) {
            for (int image = 0; image < sample.count(); image++) {
                int length = sample.length(image);
                if (image >= trainedImages()) {
                    boolean isSmaller =
                            compressor.compress(dictionary, sample.bytes().slice(offset, length));
                    before += length;
                    after += isSmaller ? compressor.bytes().remaining() : length;
                }
                offset += length;
            }
        }
        return (double) before / after;
    }
}
