package org.ssdtier.benchmarks.stale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.cli.Features;
import org.ssdtier.benchmarks.load.CounterReading;
import org.ssdtier.benchmarks.load.KeyIndexReading;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.StalenessOptions;
import org.ssdtier.ycsb.stale.StalenessReport;
import org.ssdtier.ycsb.stale.VersionStore;

@Tag("unit")
final class ProbeResultTest {
    private static final long REQUESTS = 10;
    private static final long ROWS = 400;
    private static final long ALONE = 3;

    @Test
    void isGood_ofTheTier_onlyWithoutAnyWrongAnswerOrFailure() {
        assertTrue(result(RowCacheKind.SSDTIER, 0, 0, 0, 0).isGood());
        assertFalse(result(RowCacheKind.SSDTIER, 1, 0, 0, 0).isGood(), "stale");
        assertFalse(result(RowCacheKind.SSDTIER, 0, 1, 0, 0).isGood(), "lost");
        assertFalse(result(RowCacheKind.SSDTIER, 0, 0, 1, 0).isGood(), "ghost");
        assertFalse(result(RowCacheKind.SSDTIER, 0, 0, 0, 1).isGood(), "failed");
    }

    @Test
    void isGood_ofATierThatIsOffline_isFalse() {
        ProbeResult online = result(RowCacheKind.SSDTIER, 0, 0, 0, 0);
        CounterReading idle = new CounterReading(Map.of("demotions", 0L, "ssdHits", 0L));
        Judged judged = new Judged(1_500_000, 0, 0, 0, 0, 0, 0, List.of());
        ProbeResult offline = new ProbeResult(
                online.options(), online.seconds(), online.reports(), idle, KeyIndexReading.NONE, judged);
        assertFalse(offline.isGood());
    }

    /** Checked by removal: a probe whose disturbances are switched off by a fault of its own is good. */
    @Test
    void isGood_ofAProbeWhoseDisturbanceNeverRan_isFalse_andSaysWhich() {
        ProbeResult undisturbed = undisturbed(RowCacheKind.SSDTIER);
        assertEquals(List.of("flush", "truncate"), undisturbed.neverRan());
        assertFalse(undisturbed.isGood());
        assertEquals(List.of("flush", "truncate"), undisturbed.toMap(Map.of()).get("never_ran"));
        StringWriter text = new StringWriter();
        undisturbed.print(new PrintWriter(text));
        assertTrue(text.toString().contains("never ran in these seconds: truncate"), text.toString());
        assertEquals(List.of(), result(RowCacheKind.SSDTIER, 0, 0, 0, 0).neverRan());
        assertEquals(List.of(), undisturbed(RowCacheKind.OHC).neverRan());
    }

    private static ProbeResult undisturbed(RowCacheKind kind) {
        StalenessReport report = new StalenessReport(
                1, REQUESTS, new StalenessReport.Rows(ROWS, ALONE), 5, 1, 0, 0, 0, 0, 0, Map.of(), List.of());
        return new ProbeResult(
                options(kind),
                1,
                Map.of(part("rows", true), report),
                tier(7),
                KeyIndexReading.NONE,
                new Judged(1_500_000, 9, 0, 0, 0, 0, 0, List.of()));
    }

    /** Checked by removal: a probe that is to try key indexes is good although none was ever asked. */
    @Test
    void isGood_ofAProbeWithKeyIndexes_needsTheirAnswers_andNoDamage() {
        assertFalse(withKeyIndexes(KeyIndexReading.NONE).isGood());
        assertTrue(withKeyIndexes(new KeyIndexReading(5, 4, 3, 2, 0, 0)).isGood());
        assertFalse(withKeyIndexes(new KeyIndexReading(5, 4, 3, 2, 0, 1)).isGood());
        Map<?, ?> map = (Map<?, ?>) withKeyIndexes(new KeyIndexReading(5, 4, 3, 2, 0, 0))
                .toMap(Map.of())
                .get("key_index");
        assertEquals(5L, map.get("found"));
    }

    private static ProbeResult withKeyIndexes(KeyIndexReading reading) {
        ProbeResult result = result(RowCacheKind.SSDTIER, 0, 0, 0, 0);
        return new ProbeResult(
                options(RowCacheKind.SSDTIER, new Features(false, true)),
                result.seconds(),
                result.reports(),
                result.tier(),
                reading,
                result.judged());
    }

    /** A node without a row cache is judged, too: each of its reads asks the key indexes. */
    @Test
    void isGood_ofKeyIndexesAlone_needsRightAnswers_butNoTier() {
        KeyIndexReading tried = new KeyIndexReading(90_000, 9_000, 0, 2, 0, 0);
        ProbeResult right = keyIndexesAlone(tried, 0);
        assertTrue(right.isGood());
        assertFalse(keyIndexesAlone(tried, 1).isGood());
        assertFalse(keyIndexesAlone(KeyIndexReading.NONE, 0).isGood());
        assertEquals(
                Map.of("seen", 99_000L, "at_least", 100_000L, "met", false),
                ((Map<?, ?>) right.toMap(Map.of()).get("targets")).get("key_index_answers"));
        StringWriter text = new StringWriter();
        right.print(new PrintWriter(text));
        assertTrue(text.toString().contains("100,000 answers of key indexes"), text.toString());
    }

    private static ProbeResult keyIndexesAlone(KeyIndexReading reading, int stale) {
        ProbeResult result = result(RowCacheKind.SSDTIER, stale, 0, 0, 0);
        CounterReading noTier = new CounterReading(Map.of());
        return new ProbeResult(
                options(RowCacheKind.NONE, new Features(false, true)),
                result.seconds(),
                result.reports(),
                noTier,
                reading,
                Judged.of(result.reports(), noTier));
    }

    @Test
    void neverRan_ofKeyIndexesAlone_hasNoDisturbanceOfARowCache() {
        ProbeResult undisturbed = undisturbed(RowCacheKind.SSDTIER);
        ProbeResult alone = new ProbeResult(
                options(RowCacheKind.NONE, new Features(false, true), EnumSet.allOf(Chaos.class)),
                undisturbed.seconds(),
                undisturbed.reports(),
                undisturbed.tier(),
                KeyIndexReading.NONE,
                undisturbed.judged());
        assertEquals(List.of("alter", "compact", "flush", "import", "truncate"), alone.neverRan());
    }

    /** Stock's row caches have neither, and without a row cache there is nothing to compress. */
    @Test
    void options_ofAnotherRowCache_withFeatures_areRefused() {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class, () -> options(RowCacheKind.OHC, new Features(false, true)));
        assertEquals("row-cache=ohc: allowed with --key-index: ssdtier, none", refused.getMessage());
        refused = assertThrows(
                IllegalArgumentException.class, () -> options(RowCacheKind.NONE, new Features(true, true)));
        assertEquals("row-cache=none: allowed with --compress: ssdtier", refused.getMessage());
    }

    /** A wrong answer in the warm-up is excluded from all figures of the measured seconds but counts for the verdict. */
    @Test
    void isGood_wrongInTheWarmUpOnly_isFalse() {
        ProbeResult clean = result(RowCacheKind.SSDTIER, 0, 0, 0, 0);
        ProbeResult warmUp = new ProbeResult(
                clean.options(),
                clean.seconds(),
                clean.reports(),
                clean.tier(),
                KeyIndexReading.NONE,
                new Judged(1_500_000, 9, 1, 0, 0, 0, 0, List.of("rows: STALE")));
        assertTrue(clean.isGood());
        assertFalse(warmUp.isGood());
        Map<String, Object> map = warmUp.toMap(Map.of());
        assertEquals(0L, map.get("stale"));
        assertEquals(List.of(), map.get("violations"));
        assertEquals(List.of("rows: STALE"), ((Map<?, ?>) map.get("judged")).get("violations"));
        StringWriter text = new StringWriter();
        warmUp.print(new PrintWriter(text));
        assertTrue(text.toString().contains("rows: STALE"), text.toString());
    }

    /** The drive of a probe is healthy. Checked by removal: without checksum errors in the verdict this fails. */
    @Test
    void isGood_withDamagedImages_isFalse_andJudgedShowsThem() {
        ProbeResult clean = result(RowCacheKind.SSDTIER, 0, 0, 0, 0);
        Judged judged = Judged.of(clean.reports(), tier(7, 3));
        assertEquals(3, judged.checksumErrors());
        ProbeResult damaged = new ProbeResult(
                clean.options(), clean.seconds(), clean.reports(), clean.tier(), KeyIndexReading.NONE, judged);
        assertFalse(damaged.isGood());
        Map<?, ?> map = (Map<?, ?>) damaged.toMap(Map.of()).get("judged");
        assertEquals(3L, map.get("checksum_errors"));
        assertEquals(List.of("tier: checksumErrors=3"), map.get("violations"));
    }

    /** A checker describes only its first violations, which may all be of the warm-up. */
    @Test
    void violations_thatNoneDescribes_areCounted() {
        StalenessReport report =
                new StalenessReport(1, 1, new StalenessReport.Rows(1, 1), 1, 0, 2, 0, 0, 0, 0, Map.of(), List.of());
        assertEquals(
                List.of("rows: 2 wrong rows or failures; those described are earlier"),
                Judged.violationsOf(Map.of(part("rows", true), report), tier(7)));
    }

    /**
     * The warm-up and the last reads of all rows are judged and in no rate. Checked by removal: with the last reads in the
     * rates this fails.
     */
    @Test
    void result_ofMoments_isOfTheSecondsBetweenWarmUpAndStop_andJudgesEverything() {
        Part part = part("rows", true);
        ProbeResult result = StaleProbe.result(
                options(RowCacheKind.SSDTIER),
                tier(1),
                moment(part, 100, 1, List.of("STALE: a"), tier(10)),
                moment(part, 300, 2, List.of("STALE: a", "STALE: b"), tier(30)),
                moment(part, 700, 4, List.of("STALE: a", "STALE: b", "STALE: c"), tier(70, 5)));
        assertEquals(200, result.seconds());
        assertEquals(200, result.reads());
        assertEquals(1, result.stale());
        assertEquals(20, result.demotions());
        assertEquals(List.of("rows: STALE: b"), result.violations());
        assertEquals(
                new Judged(
                        700,
                        69,
                        4,
                        0,
                        0,
                        0,
                        5,
                        List.of("tier: checksumErrors=5", "rows: STALE: a", "rows: STALE: b", "rows: STALE: c")),
                result.judged());
    }

    private static StaleProbe.Moment moment(
            Part part, long seconds, long stale, List<String> violations, CounterReading tier) {
        StalenessReport report = new StalenessReport(
                seconds, seconds, new StalenessReport.Rows(seconds, 0), 1, 0, stale, 0, 0, 0, 0, Map.of(), violations);
        return new StaleProbe.Moment(seconds * 1_000_000_000, Map.of(part, report), tier, KeyIndexReading.NONE);
    }

    @Test
    void judged_ofReports_sumsWhatWasWrong() {
        ProbeResult result = result(RowCacheKind.SSDTIER, 1, 2, 3, 4);
        Judged judged = Judged.of(result.reports(), result.tier());
        assertEquals(new Judged(ROWS + REQUESTS, 7, 2, 4, 6, 8, 0, List.of("rows: STALE", "slices: STALE")), judged);
    }

    @Test
    void isGood_ofAnotherRowCache_whateverItAnswers() {
        assertTrue(result(RowCacheKind.OHC, 3, 0, 1, 0).isGood());
    }

    @Test
    void isGood_ofAProbeThatReadNothing_isFalse() {
        ProbeResult nothing = new ProbeResult(
                options(RowCacheKind.OHC),
                1,
                Map.of(),
                tier(1),
                KeyIndexReading.NONE,
                new Judged(0, 1, 0, 0, 0, 0, 0, List.of()));
        assertFalse(nothing.isGood());
    }

    @Test
    void reads_countRowsWhereEachWasLookedUpAndRequestsElsewhere() {
        ProbeResult result = result(RowCacheKind.SSDTIER, 0, 0, 0, 0);
        assertEquals(ROWS + REQUESTS, result.reads());
        assertEquals(2 * REQUESTS, result.requests());
    }

    @Test
    void toMap_hasTheFiguresOfTheIssue() {
        Map<String, Object> map = result(RowCacheKind.SSDTIER, 2, 0, 0, 0).toMap(Map.of("seed", 1L));
        assertEquals("ssdtier", map.get("row_cache"));
        assertEquals(4L, map.get("stale"));
        assertEquals(7L, map.get("demotions"));
        assertEquals(2 * ALONE, map.get("rows_alone"));
        assertEquals(2 * (ROWS - ALONE), map.get("rows_together"));
        assertEquals(6L, map.get("flushes"));
        assertEquals(2L, map.get("truncates"));
        assertEquals(false, map.get("good"));
        assertEquals(
                Map.of(
                        "reads", Map.of("seen", 1_500_000L, "at_least", 1_000_000L, "met", true),
                        "demotions", Map.of("seen", 9L, "at_least", 100_000L, "met", false)),
                map.get("targets"));
        assertEquals(List.of("rows: STALE", "slices: STALE"), map.get("violations"));
    }

    @Test
    void print_namesPartsAndViolations() {
        StringWriter text = new StringWriter();
        result(RowCacheKind.SSDTIER, 2, 0, 0, 0).print(new PrintWriter(text));
        assertTrue(text.toString().contains("slices: STALE"), text.toString());
        assertTrue(text.toString().contains("flushes 6, compactions 0, TRUNCATEs 2"), text.toString());
    }

    @Test
    void counters_sinceAnEarlierMoment_areDifferences() {
        CounterReading earlier = new CounterReading(Map.of("demotions", 5L, "promotions", 0L));
        CounterReading later = new CounterReading(Map.of("demotions", 12L, "promotions", 3L));
        assertEquals(
                Map.of("demotions", 7L, "promotions", 3L), later.since(earlier).values());
    }

    @Test
    void counterThatTheCacheDoesNotHave_isRefused_andIs0WithoutTheCache() {
        IllegalStateException refused = assertThrows(IllegalStateException.class, () -> tier(1).count("unknown"));
        assertTrue(
                refused.getMessage().startsWith("counter=unknown: missing; the node has [checksumErrors, demotions"));
        assertEquals(0, new CounterReading(Map.of()).count("unknown"));
    }

    private static CounterReading tier(long demotions) {
        return tier(demotions, 0);
    }

    private static CounterReading tier(long demotions, long checksumErrors) {
        return new CounterReading(Map.of(
                "demotions",
                demotions,
                "promotions",
                0L,
                "ssdHits",
                11L,
                "reclaims",
                0L,
                "checksumErrors",
                checksumErrors));
    }

    private static ProbeResult result(RowCacheKind kind, long stale, long lost, long ghost, long failed) {
        StalenessReport report = new StalenessReport(
                1,
                REQUESTS,
                new StalenessReport.Rows(ROWS, ALONE),
                5,
                1,
                stale,
                lost,
                ghost,
                failed,
                0,
                Map.of("flush", 3L, "truncate", 1L),
                stale > 0 ? List.of("STALE") : List.of());
        Map<Part, StalenessReport> reports = new LinkedHashMap<>();
        reports.put(part("rows", true), report);
        reports.put(part("slices", false), report);
        return new ProbeResult(
                options(kind),
                1,
                reports,
                tier(7),
                KeyIndexReading.NONE,
                new Judged(
                        1_500_000,
                        9,
                        2 * stale,
                        2 * lost,
                        2 * ghost,
                        2 * failed,
                        0,
                        stale > 0 ? List.of("rows: STALE", "slices: STALE") : List.of()));
    }

    private static Part part(String name, boolean isReadPerRow) {
        return new Part(name, StalenessOptions.singleRows(4), new NoStore(), List.of(), isReadPerRow);
    }

    private static ProbeOptions options(RowCacheKind kind) {
        return options(kind, Features.NONE);
    }

    private static ProbeOptions options(RowCacheKind kind, Features features) {
        return options(kind, features, Set.of(Chaos.TRUNCATE));
    }

    private static ProbeOptions options(RowCacheKind kind, Features features, Set<Chaos> chaos) {
        return new ProbeOptions(
                kind,
                Duration.ZERO,
                Duration.ofSeconds(1),
                64,
                1,
                8,
                features,
                Duration.ofMillis(300),
                chaos,
                "384M",
                1,
                Path.of("node"));
    }

    private static final class NoStore implements VersionStore {
        @Override
        public void write(int partition, int row, long version) {}

        @Override
        public void delete(int partition, int row) {}

        @Override
        public int read(int partition, RowRange range, long[] versions) {
            return 0;
        }
    }
}
