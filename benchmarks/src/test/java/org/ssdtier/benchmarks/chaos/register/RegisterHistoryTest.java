package org.ssdtier.benchmarks.chaos.register;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
final class RegisterHistoryTest {
    @Test
    void judge_registersAreJudgedOneByOne() {
        RegisterHistory history = new RegisterHistory();
        history.add(1, RegisterOperation.applied(0, 0, 5, 10, 20));
        history.add(2, RegisterOperation.applied(0, 0, 6, 30, 40));
        history.add(2, RegisterOperation.unknown(1, 6, 7, 50));
        assertTrue(history.judge(new Linearizability()).isGood());
        history.add(1, RegisterOperation.read(0, 0, 30, 40));
        RegisterHistory.Verdicts verdicts = history.judge(new Linearizability());
        assertFalse(verdicts.isGood());
        assertEquals(
                new RegisterHistory.Verdicts(4, 1, 1, 1, 0, verdicts.explanations()), verdicts, verdicts.toString());
        assertTrue(verdicts.explanations().get(0).startsWith("register=1: client=0 read 0"), verdicts.toString());
    }

    @Test
    void judge_nothing_isNotGood() {
        assertFalse(new RegisterHistory().judge(new Linearizability()).isGood());
    }

    @Test
    void write_hasALineForEachOperation(@TempDir Path directory) throws IOException {
        RegisterHistory history = new RegisterHistory();
        history.add(3, RegisterOperation.applied(0, 0, 5, 10, 20));
        history.add(3, RegisterOperation.unknown(1, 5, 7, 50));
        Path file = directory.resolve("registers.tsv");
        history.write(file);
        assertEquals(
                List.of(
                        "key\tclient\tkind\texpected\twritten\tobserved\tinvoked\treturned",
                        "3\t0\tAPPLIED\t0\t5\t5\t10\t20",
                        "3\t1\tUNKNOWN\t5\t7\t0\t50\t9223372036854775807"),
                Files.readAllLines(file));
    }
}
