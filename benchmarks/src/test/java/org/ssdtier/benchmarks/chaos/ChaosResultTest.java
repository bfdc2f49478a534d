package org.ssdtier.benchmarks.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.chaos.register.RegisterHistory;
import org.ssdtier.benchmarks.ring.PhaseFigures;

@Tag("unit")
final class ChaosResultTest {
    private static final Map<String, Map<String, Long>> NO_ERRORS = Map.of();
    private static final Map<String, Map<String, Long>> ONE_ERROR = Map.of("kill", Map.of("read X", 1L));

    @Test
    void isGood_nothingWrong() {
        ChaosResult result = result(arm(0, 0, 0, "", NO_ERRORS), arm(0, 0, 0, "", NO_ERRORS));
        assertTrue(result.isGood());
        assertEquals(true, result.toMap(Map.of()).get("good"));
    }

    @Test
    void isGood_oneWrongRowReplicaRegisterOrFault_isFalse() {
        ArmResult stock = arm(0, 0, 0, "", NO_ERRORS);
        assertFalse(result(arm(1, 0, 0, "", NO_ERRORS), stock).isGood());
        assertFalse(result(arm(0, 1, 0, "", NO_ERRORS), stock).isGood());
        assertFalse(result(arm(0, 0, 1, "", NO_ERRORS), stock).isGood());
        assertFalse(result(arm(0, 0, 0, "node=node-1: no", NO_ERRORS), stock).isGood());
    }

    @Test
    void isGood_errorOfAKind_onlyIfStockHasItDuringTheSameFault() {
        ArmResult ours = arm(0, 0, 0, "", ONE_ERROR);
        assertFalse(result(ours, null).isGood());
        assertFalse(result(ours, arm(0, 0, 0, "", NO_ERRORS)).isGood());
        assertFalse(result(ours, arm(0, 0, 0, "", Map.of("stop", Map.of("read X", 1L))))
                .isGood());
        assertFalse(result(ours, arm(0, 0, 0, "", Map.of("kill", Map.of("read Y", 1L))))
                .isGood());
        assertTrue(result(ours, arm(0, 0, 0, "", ONE_ERROR)).isGood());
    }

    /** A client that does not retry misses the answer of a node that is killed: how often is a matter of chance. */
    @Test
    void isGood_requestsWithoutAnAnswerFromANodeThatEnds_aFew() {
        ArmResult right = arm(0, 0, 0, "", NO_ERRORS);
        assertTrue(result(arm(0, 0, 0, "", unanswered("kill", 6)), right).isGood());
        assertTrue(result(arm(0, 0, 0, "", unanswered("kill", 6)), null).isGood());
        assertFalse(result(arm(0, 0, 0, "", unanswered("kill", 7)), right).isGood());
        ArmResult alike = arm(0, 0, 0, "", unanswered("kill", 1));
        assertTrue(result(arm(0, 0, 0, "", unanswered("kill", 9)), alike).isGood());
        assertFalse(result(arm(0, 0, 0, "", unanswered("kill", 10)), alike).isGood());
        assertFalse(result(arm(0, 0, 0, "", unanswered("schema", 1)), alike).isGood(), "no node ends");
    }

    private static Map<String, Map<String, Long>> unanswered(String fault, long requests) {
        return Map.of(fault, Map.of("transaction ClosedConnectionException", requests));
    }

    @Test
    void isGood_stockThatCouldNotBeLedThroughTheFaults_isFalse() {
        ArmResult ours = arm(0, 0, 0, "", NO_ERRORS);
        assertFalse(result(ours, arm(0, 0, 0, "node=node-1: no", NO_ERRORS)).isGood());
    }

    @Test
    void print_showsFaultsErrorsAndTargets() {
        StringWriter out = new StringWriter();
        result(arm(0, 0, 0, "node=node-1: no", ONE_ERROR), null).print(new PrintWriter(out));
        for (String text : List.of("kill", "read X", "node=node-1: no", "not linearizable", "linearizable 20")) {
            assertTrue(out.toString().contains(text), out.toString());
        }
    }

    private static ChaosResult result(ArmResult ours, ArmResult stock) {
        ChaosOptions options = new ChaosOptions(
                List.of(ChaosFault.KILL), 60, 10, 5, 3, stock != null, "400M", 1, Path.of("nodes"), List.of());
        return new ChaosResult(options, ours, stock);
    }

    private static ArmResult arm(
            long lost, long backwards, int violated, String problem, Map<String, Map<String, Long>> errors) {
        PhaseFigures figures = new PhaseFigures("kill", 10, 100, 50, 0, lost, 0, 0);
        return new ArmResult(
                "ours",
                List.of(new FaultFigures("kill", figures, problem)),
                figures,
                1_000,
                backwards,
                new RegisterHistory.Verdicts(500, 3, 20 - violated, violated, 0, List.of()),
                errors,
                10,
                0,
                List.of());
    }
}
