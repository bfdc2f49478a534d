package org.ssdtier.benchmarks.tier.probe;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ssdtier.rowcache.SsdStats;
import org.ssdtier.rowcache.admission.Admission;

/**
 * A measurement of the write amplification of a full tier that reclaims continuously: without reinsertion, where every
 * row is written once, and with reinsertion under the requests of a node ({@link WriteMix}).
 */
final class WriteProbe {
    private static final TierFixture.Size SIZE = new TierFixture.Size(2 << 20, 256L << 20, 8 << 20, 16 << 20, 400);
    private static final double DEFAULT_REINSERTION = 0.15;
    private static final long BACKLOG_BYTES = 4L << 20;
    private static final long SEED = 9;

    private final Path directory;
    private final Scale scale;

    WriteProbe(Path directory, Scale scale) {
        this.directory = directory;
        this.scale = scale;
    }

    List<Figure> run() throws Exception {
        List<Figure> figures = new ArrayList<>();
        figures.add(Figure.atMost(
                "write_amplification_without_reinsertion",
                Samples.of(once()),
                1.1,
                "every row written once; device bytes to bytes of keys and images"));
        SsdStats mixed = mixed();
        double most = DEFAULT_REINSERTION / (1 - DEFAULT_REINSERTION);
        figures.add(Figure.atMost(
                "write_amplification_with_reinsertion",
                Samples.of(mixed.writeAmplification()),
                1.3,
                String.format(
                        Locale.ROOT,
                        "latest, %,d rows, 5 %% updates, 2 %% of the rows in memory, 10 %% on the SSD",
                        scale.mixRows())));
        figures.add(Figure.report(
                "reinserted_to_written",
                Samples.of(WriteMix.copies(mixed)),
                String.format(Locale.ROOT, "bytes copied by reclaim to bytes of demotions, at most %.3f", most)));
        return figures;
    }

    /** Writes every row once and returns the write amplification. */
    private double once() throws Exception {
        try (TierFixture tier = TierFixture.open(directory, SIZE, Admission.ALL, 0)) {
            tier.fill(scale.writes());
            return tier.ssd().writeAmplification();
        } finally {
            TierFixture.delete(directory);
        }
    }

    private SsdStats mixed() throws Exception {
        TierFixture.Size size = WriteMix.size(scale.mixRows());
        try (TierFixture tier = TierFixture.open(directory, size, Admission.SECOND_SIGHT, DEFAULT_REINSERTION)) {
            new WriteMix(tier, scale.mixRows(), SEED, () -> tier.awaitBacklog(BACKLOG_BYTES))
                    .run(WriteMix.REQUESTS_PER_ROW * scale.mixRows());
            tier.awaitBacklog(0);
            return tier.ssd();
        } finally {
            TierFixture.delete(directory);
        }
    }
}
