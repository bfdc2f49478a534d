package org.ssdtier.ycsb.generator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class KeyChooserTest {
    private static final int DRAWS = 400_000;

    @Test
    @Tag("property")
    void latest_noInserts_popularityFallsFromTheLastRecordAsZipfSays() {
        int n = 100_000;
        KeyChooser latest = new LatestKeys(0, () -> n - 1, 0.99);
        Zipf ideal = new Zipf(0.99);
        for (int share : List.of(1, 10, 100, 2_000, 12_000, 50_000)) {
            double hits = count(latest, record -> record >= n - share) / (double) DRAWS;
            assertEquals(ideal.mass(share, n), hits, 0.004, "share=" + share);
        }
    }

    @Test
    @Tag("property")
    void latest_afterInserts_followsTheLastRecord() {
        long[] last = {999};
        KeyChooser latest = new LatestKeys(0, () -> last[0], 0.99);
        last[0] = 1_999;
        assertEquals(new Zipf(0.99).mass(10, 2_000), count(latest, r -> r >= 1_990) / (double) DRAWS, 0.004);
    }

    @Test
    @Tag("property")
    void latestWrites_afterAnUpdate_theUpdatedRecordIsTheMostPopular() {
        int n = 10_000;
        KeyChooser latest = new LatestWriteKeys(1_000, n, 0.99);
        double first = new Zipf(0.99).mass(1, n);
        assertEquals(first, count(latest, r -> r == 10_999) / (double) DRAWS, 0.004);
        latest.updated(1_234);
        assertEquals(first, count(latest, r -> r == 1_234) / (double) DRAWS, 0.004);
        latest.inserted(11_000);
        assertEquals(first, count(latest, r -> r == 11_000) / (double) DRAWS, 0.004);
    }

    @Test
    @Tag("property")
    void once_isTheOtherChoiceWithoutItsRepetitions() {
        int n = 10_000;
        KeyChooser latest = new LatestKeys(500, () -> 500 + n - 1, 0.99);
        SplittableRandom random = new SplittableRandom(3);
        LinkedHashSet<Long> expected = new LinkedHashSet<>();
        while (expected.size() < n / 2) {
            expected.add(latest.next(random));
        }
        KeyChooser once = new OnceKeys(latest, 500, n);
        SplittableRandom same = new SplittableRandom(3);
        assertEquals(
                List.copyOf(expected),
                LongStream.generate(() -> once.next(same)).limit(n / 2).boxed().toList());
    }

    /** The last records of a Zipf distribution would take millions of draws. */
    @Test
    @Tag("property")
    void once_forAllRecords_endsWithTheLeastPopular() {
        int n = 20_000;
        for (KeyChooser keys : List.of(new ZipfKeys(100, n, 0.99, 4), new LatestKeys(100, () -> 100 + n - 1, 0.99))) {
            KeyChooser once = new OnceKeys(keys, 100, n);
            SplittableRandom random = new SplittableRandom(5);
            List<Long> chosen = LongStream.generate(() -> once.next(random))
                    .limit(n)
                    .boxed()
                    .toList();
            assertEquals(n, chosen.stream().distinct().count());
            assertTrue(chosen.indexOf(keys.ofRank(0)) < 100, "the most popular");
            assertThrows(IllegalStateException.class, () -> once.next(random));
        }
    }

    @Test
    @Tag("unit")
    void ofRank_beginsWithTheMostPopular() {
        assertEquals(19, new LatestKeys(10, () -> 19, 0.99).ofRank(0));
        assertEquals(10, new LatestKeys(10, () -> 19, 0.99).ofRank(9));
        LatestWriteKeys written = new LatestWriteKeys(10, 10, 0.99);
        written.updated(12);
        assertEquals(12, written.ofRank(0));
        assertEquals(13, new SequentialKeys(10, () -> 19).ofRank(3));
        assertEquals(13, new UniformKeys(10, () -> 19).ofRank(3));
        KeyChooser zipf = new ZipfKeys(10, 10, 0.99, 1);
        assertEquals(10, LongStream.range(0, 10).map(zipf::ofRank).distinct().count());
        SplittableRandom random = new SplittableRandom(1);
        Map<Long, Integer> counts = new HashMap<>();
        for (int i = 0; i < 10_000; i++) {
            counts.merge(zipf.next(random), 1, Integer::sum);
        }
        assertEquals(
                zipf.ofRank(0),
                counts.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .orElseThrow()
                        .getKey());
    }

    @Test
    @Tag("concurrency")
    void once_askedByManyThreads_neverRepeatsItself() {
        int n = 10_000;
        KeyChooser once = new OnceKeys(new UniformKeys(0, () -> n - 1), 0, n);
        List<Long> keys = IntStream.range(0, n)
                .parallel()
                .mapToObj(i -> once.next(new SplittableRandom(i)))
                .toList();
        assertEquals(n, keys.stream().distinct().count());
    }

    @Test
    @Tag("property")
    void zipf_popularRecords_areScatteredAndAsPopularAsTheIdeal() {
        int n = 50_000;
        KeyChooser zipf = new ZipfKeys(500, n, 0.99, 9);
        Map<Long, Integer> counts = new HashMap<>();
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < DRAWS; i++) {
            counts.merge(zipf.next(random), 1, Integer::sum);
        }
        List<Map.Entry<Long, Integer>> popular = counts.entrySet().stream()
                .sorted(Map.Entry.<Long, Integer>comparingByValue().reversed())
                .limit(100)
                .toList();
        int hits = popular.stream().mapToInt(Map.Entry::getValue).sum();
        assertEquals(new Zipf(0.99).mass(100, n), hits / (double) DRAWS, 0.004);
        double mean = popular.stream().mapToLong(Map.Entry::getKey).average().orElseThrow();
        assertEquals(500 + n / 2.0, mean, n * 0.15);
    }

    @Test
    @Tag("unit")
    void uniformAndSequential_coverEveryRecord() {
        KeyChooser uniform = new UniformKeys(10, () -> 19);
        KeyChooser sequential = new SequentialKeys(10, () -> 19);
        SplittableRandom random = new SplittableRandom(1);
        Map<Long, Integer> counts = new HashMap<>();
        for (int i = 0; i < 10_000; i++) {
            counts.merge(uniform.next(random), 1, Integer::sum);
            assertEquals(10 + i % 10, sequential.next(random));
        }
        assertEquals(10, counts.size());
        assertTrue(counts.values().stream().allMatch(c -> c > 850 && c < 1_150), counts.toString());
    }

    private static int count(KeyChooser chooser, LongPredicate predicate) {
        SplittableRandom random = new SplittableRandom(77);
        int count = 0;
        for (int i = 0; i < DRAWS; i++) {
            count += predicate.test(chooser.next(random)) ? 1 : 0;
        }
        return count;
    }
}
