package org.ssdtier.benchmarks.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the facts about machine and software in result files. */
@Tag("unit")
final class RunFactsTest {
    private static final Path HERE = Path.of("");

    @Test
    void toMap_unlessSaid_theDisksAreTheHosts() {
        Map<String, Object> facts = RunFacts.begin(HERE).toMap();
        assertEquals("host", facts.get("device"));
        assertEquals("not limited", facts.get("page_cache"));
        assertFalse(facts.containsKey("seed"));
    }

    @Test
    void toMap_ofEmulatedDisks_saysSo() {
        RunFacts facts = RunFacts.begin(7, HERE);
        facts.setDisks("emulated", "limited");
        assertEquals("emulated", facts.toMap().get("device"));
        assertEquals("limited", facts.toMap().get("page_cache"));
        assertEquals(7L, facts.toMap().get("seed"));
    }

    @Test
    void toMap_addedFact_isOneOfThem() {
        RunFacts facts = RunFacts.begin(HERE);
        facts.add("deviation_from_model", Map.of("hdd-7200 x 2", 0.03));
        assertEquals(Map.of("hdd-7200 x 2", 0.03), facts.toMap().get("deviation_from_model"));
    }

    @Test
    void toMap_addedFacts_areAmongThem() {
        RunFacts facts = RunFacts.begin(HERE);
        facts.addAll(Map.of("forced", true, "refused_by", List.of("load")));
        assertEquals(true, facts.toMap().get("forced"));
        assertEquals(List.of("load"), facts.toMap().get("refused_by"));
    }

    /** A file with the figures of three invocations has the facts of all of them, each once. */
    @Test
    void follow_earlierInvocations_areKept() {
        RunFacts second = RunFacts.begin(2, HERE);
        second.follow(RunFacts.begin(1, HERE).toMap());
        RunFacts third = RunFacts.begin(3, HERE);
        third.follow(second.toMap());
        List<?> earlier = (List<?>) third.toMap().get("earlier");
        assertEquals(
                List.of(1L, 2L),
                earlier.stream().map(facts -> ((Map<?, ?>) facts).get("seed")).toList());
        assertFalse(((Map<?, ?>) earlier.get(1)).containsKey("earlier"));
    }

    @Test
    void toMap_hasCommitDateKernelAndLoad() {
        Map<String, Object> facts = RunFacts.begin(HERE).toMap();
        for (String name : List.of("commit", "begun", "os", "device", "load_average_before")) {
            assertTrue(facts.containsKey(name), name);
        }
    }

    @Test
    void toMap_namesTheCommit() {
        String commit = String.valueOf(RunFacts.begin(HERE).toMap().get("commit"));
        assertTrue(commit.matches("[0-9a-f]{12,40}(-dirty)?|unknown"), commit);
    }
}
