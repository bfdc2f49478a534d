package org.ssdtier.benchmarks.tier.probe;

import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.ssdtier.rowcache.Image;
import org.ssdtier.rowcache.admission.Admission;

/** A measurement of the write amplification of a full tier that reclaims continuously, without and with reinsertion. */
final class WriteProbe {
    private static final TierFixture.Size SIZE = new TierFixture.Size(2 << 20, 256L << 20, 8 << 20, 16 << 20, 400);
    private static final double DEFAULT_REINSERTION = 0.15;

    private final Path directory;
    private final Scale scale;

    WriteProbe(Path directory, Scale scale) {
        this.directory = directory;
        this.scale = scale;
    }

    List<Figure> run() throws Exception {
        return List.of(
                Figure.atMost(
                        "write_amplification_without_reinsertion",
                        Samples.of(amplification(0)),
                        1.1,
                        "device bytes to bytes of keys and images"),
                Figure.atMost(
                        "write_amplification_with_reinsertion",
                        Samples.of(amplification(DEFAULT_REINSERTION)),
                        1.3,
                        "skewed reads between the writes"));
    }

    private double amplification(double reinsertedShare) throws Exception {
        try (TierFixture tier = TierFixture.open(directory, SIZE, Admission.ALL, reinsertedShare)) {
            SplittableRandom random = new SplittableRandom(9);
            long hot = scale.writes() / 16;
            for (long write = 0; write < scale.writes(); write++) {
                tier.publish(write);
                double skewed = random.nextDouble();
                try (Image image = tier.cache.get(tier.key((long) (skewed * skewed * hot)), tier.table.ticket())) {
                    if (image == null) {
                        continue;
                    }
                }
                if ((write & 0xFF) == 0) {
                    tier.awaitBacklog(4L << 20);
                }
            }
            tier.awaitBacklog(0);
            return tier.ssd().writeAmplification();
        } finally {
            TierFixture.delete(directory);
        }
    }
}
