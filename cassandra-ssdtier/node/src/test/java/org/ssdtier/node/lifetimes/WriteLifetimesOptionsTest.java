package org.ssdtier.node.lifetimes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ssdtier.segmentlog.checks.OptionsTable;

@Tag("unit")
final class WriteLifetimesOptionsTest {
    private static final String WORDS = "none | short | medium | long | extreme";

    private static LifetimePlan plan(WriteLifetimesConfig config) {
        return new WriteLifetimesOptions(config).plan();
    }

    @Test
    void plan_ofDefaults_isThePapersWithTheCacheAndTheCatalogue() {
        assertEquals(
                "commit_log=short flush=medium compaction_1=long compaction_2=extreme compaction_3=extreme"
                        + " compaction_4=extreme stream=long hints=medium row_cache=medium schema_catalogue=extreme",
                plan(new WriteLifetimesConfig()).toString());
    }

    @Test
    void plan_ofOneWord_isThatOfAllTiers() {
        WriteLifetimesConfig config = new WriteLifetimesConfig();
        config.compaction = "Short";
        config.compaction_tiers = List.of("extreme");
        LifetimePlan plan = plan(config);
        for (int tier = 1; tier <= CompactionTiers.MAX; tier++) {
            assertEquals(Lifetime.SHORT, plan.of(FileKind.ofTier(tier)));
        }
    }

    @Test
    void plan_ofFourTiers_givesEachItsOwn() {
        WriteLifetimesConfig config = new WriteLifetimesConfig();
        config.compaction_tiers = List.of("short", "medium", "long", "extreme");
        LifetimePlan plan = plan(config);
        List<Lifetime> lifetimes = List.of(Lifetime.SHORT, Lifetime.MEDIUM, Lifetime.LONG, Lifetime.EXTREME);
        for (int tier = 1; tier <= CompactionTiers.MAX; tier++) {
            assertEquals(lifetimes.get(tier - 1), plan.of(FileKind.ofTier(tier)));
        }
    }

    @ParameterizedTest
    @CsvSource({"commit_log", "flush", "stream", "hints", "row_cache", "schema_catalogue"})
    void plan_ofUnknownWord_isRefusedWithKeyValueAndWords(String key) throws ReflectiveOperationException {
        WriteLifetimesConfig config = new WriteLifetimesConfig();
        WriteLifetimesConfig.class.getField(key).set(config, "eternal");
        assertRefused(config, "write_lifetimes." + key + "=eternal cannot be used; allowed: " + WORDS + ".");
    }

    @Test
    void plan_ofMissingWord_isRefused() {
        WriteLifetimesConfig config = new WriteLifetimesConfig();
        config.commit_log = null;
        assertRefused(config, "write_lifetimes.commit_log=null cannot be used; allowed: " + WORDS + ".");
    }

    @Test
    void plan_ofUnknownCompaction_isRefused() {
        WriteLifetimesConfig config = new WriteLifetimesConfig();
        config.compaction = "by_size";
        assertRefused(config, "write_lifetimes.compaction=by_size cannot be used; allowed: by_tier | " + WORDS + ".");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"; []", "short,long,long,long,long; [short, long, long, long, long]", "long,forever; forever"})
    void plan_ofUnknownTiers_isRefused(String tiers, String shown) {
        WriteLifetimesConfig config = new WriteLifetimesConfig();
        config.compaction_tiers = tiers == null ? List.of() : Arrays.asList(tiers.split(",", -1));
        assertRefused(
                config,
                "write_lifetimes.compaction_tiers=" + shown + " cannot be used; allowed: a list of 1 to 4 of " + WORDS
                        + ".");
    }

    @Test
    void page_hasTheDefaultOfEveryKey() throws Exception {
        OptionsTable.assertDefaults(Path.of("../../docs/write-lifetimes.md"), new WriteLifetimesConfig());
    }

    private static void assertRefused(WriteLifetimesConfig config, String expected) {
        ConfigurationException refusal = assertThrows(ConfigurationException.class, () -> plan(config));
        assertTrue(String.valueOf(refusal.getMessage()).contains(expected), refusal.getMessage());
    }
}
