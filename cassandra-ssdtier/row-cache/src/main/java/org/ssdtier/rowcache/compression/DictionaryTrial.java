package org.ssdtier.rowcache.compression;

import com.github.luben.zstd.Zstd;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One trial: trains a dictionary on the first four fifths of a sample, and measures it, and the dictionary in use, on the rest.
 */
final class DictionaryTrial {
    /** Divisor of the sample: 1/n of the images measure the dictionary and are not trained on. */
    private static final int MEASURED_ONE_IN = 5;
    /** Least number of images that a trial needs. */
    private static final int MIN_IMAGES = 20;
    /** Least gain over the dictionary in use, as a factor, for which it is replaced. */
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
     * @param dictionary the new dictionary, whose reference the caller owns; null if it is not worth its use
     * @param ratio ratio of bytes before and after compression of the images that were measured
     */
    record Outcome(@Nullable Dictionary dictionary, double ratio) {
        private static final Outcome WITHOUT_GAIN = new Outcome(null, 1);
    }

    /**
     * Runs the trial.
     *
     * @param number number of the new dictionary
     * @param inUse the dictionary in use, or null
     */
    Outcome run(UUID table, int number, @Nullable Dictionary inUse) {
        byte[] content = train();
        if (content == null) {
            return Outcome.WITHOUT_GAIN;
        }
        Dictionary trained = new Dictionary(table, number, content, policy.level());
        boolean isWorthIt = false;
        try {
            double ratio = ratio(trained);
            double least = inUse == null ? policy.leastRatio() : ratio(inUse) * REPLACES_FROM;
            boolean isOther = inUse == null || inUse.id() != trained.id();
            isWorthIt = isOther && ratio >= Math.max(policy.leastRatio(), least);
            return new Outcome(isWorthIt ? trained : null, ratio);
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
