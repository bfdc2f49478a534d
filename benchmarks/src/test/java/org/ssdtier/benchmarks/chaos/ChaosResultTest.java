package org.ssdtier.benchmarks.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
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
    void isGood_errorOfAKind_upToThreeTimesStocksDuringTheSameFault() {
        ArmResult ours = arm(0, 0, 0, "", ONE_ERROR);
        assertFalse(result(ours).isGood());
        assertFalse(result(ours, arm(0, 0, 0, "", NO_ERRORS)).isGood());
        assertFalse(result(ours, arm(0, 0, 0, "", Map.of("stop", Map.of("read X", 1L))))
                .isGood());
        assertFalse(result(ours, arm(0, 0, 0, "", Map.of("kill", Map.of("read Y", 1L))))
                .isGood());
        assertTrue(result(ours, arm(0, 0, 0, "", ONE_ERROR)).isGood());
        ArmResult three = arm(0, 0, 0, "", Map.of("kill", Map.of("read X", 3L)));
        assertTrue(result(three, arm(0, 0, 0, "", ONE_ERROR)).isGood());
        ChaosResult four = result(arm(0, 0, 0, "", Map.of("kill", Map.of("read X", 4L))), arm(0, 0, 0, "", ONE_ERROR));
        assertFalse(four.isGood());
        assertEquals(
                List.of(new ErrorComparison.Excess("kill", "read X", 4, 1, 3)),
                four.toMap(Map.of()).get("errors_beyond_the_allowed"));
    }

    /** A rare error does not occur in every run. */
    @Test
    void isGood_severalRunsOfStock_theOneWithMostCounts() {
        ArmResult ours = arm(0, 0, 0, "", Map.of("kill", Map.of("read X", 3L)));
        ArmResult none = arm(0, 0, 0, "", NO_ERRORS);
        assertFalse(result(ours, none, none).isGood());
        assertTrue(result(ours, none, arm(0, 0, 0, "", ONE_ERROR)).isGood());
        ArmResult four = arm(0, 0, 0, "", Map.of("kill", Map.of("read X", 4L)));
        assertFalse(result(four, arm(0, 0, 0, "", ONE_ERROR), arm(0, 0, 0, "", ONE_ERROR))
                .isGood());
        assertFalse(result(ours, arm(0, 0, 0, "", ONE_ERROR), arm(0, 0, 0, "no", NO_ERRORS))
                .isGood());
    }

    /** A client that does not retry misses the answer of a node that is killed: how often is a matter of chance. */
    @Test
    void isGood_requestsWithoutAnAnswerFromANodeThatEnds_aFewForEachEnd() {
        ArmResult right = arm(0, 0, 0, "", NO_ERRORS);
        assertTrue(result(arm(0, 0, 0, "", unanswered("kill", 3)), right).isGood());
        assertTrue(result(arm(0, 0, 0, "", unanswered("kill", 3))).isGood());
        assertFalse(result(arm(0, 0, 0, "", unanswered("kill", 4)), right).isGood());
        ArmResult alike = arm(0, 0, 0, "", unanswered("kill", 1));
        assertTrue(result(arm(0, 0, 0, "", unanswered("kill", 6)), alike).isGood());
        assertFalse(result(arm(0, 0, 0, "", unanswered("kill", 7)), alike).isGood());
        assertFalse(result(arm(0, 0, 0, "", unanswered("schema", 1)), alike).isGood(), "no node ends");
        assertEquals(
                18,
                new ErrorComparison(unanswered("rolling-change", 19), List.of(), Map.of("rolling-change", 1L))
                        .excesses()
                        .get(0)
                        .allowed());
    }

    private static Map<String, Map<String, Long>> unanswered(String fault, long requests) {
        return Map.of(fault, Map.of("transaction ClosedConnectionException", requests));
    }

    /** The errors are then not comparable; what was seen of ours is in the result nevertheless. */
    @Test
    void isGood_stockThatCouldNotBeLedThroughTheFaults_isFalse() {
        ArmResult ours = arm(0, 0, 0, "", NO_ERRORS);
        assertFalse(result(ours, arm(0, 0, 0, "node=node-1: no", NO_ERRORS)).isGood());
        ChaosResult broken = result(ours, ArmResult.failed("stock", new IOException("a node did not start")));
        assertFalse(broken.isGood());
        assertTrue(printed(broken).contains("a node did not start"), printed(broken));
    }

    /** A node that is cut off must refuse requests, three times as many as stock's at most. */
    @Test
    void isGood_refusalsOfTheNodeThatIsCutOff_areComparedWithStocks() {
        ArmResult ours = arm(0, 0, 0, "", cutOff(400));
        assertTrue(result(ours).isGood());
        assertTrue(result(ours, arm(0, 0, 0, "", cutOff(134))).isGood());
        assertFalse(result(ours, arm(0, 0, 0, "", cutOff(133))).isGood());
        assertFalse(result(arm(0, 0, 0, "", Map.of("partition", Map.of("transaction UnavailableException", 400L))))
                .isGood());
    }

    private static Map<String, Map<String, Long>> cutOff(long requests) {
        return Map.of("partition", Map.of("transaction UnavailableException of the node that is cut off", requests));
    }

    @Test
    void isGood_aFaultWithoutReads_isFalse() {
        PhaseFigures figures = new PhaseFigures("kill", 10, 0, 0, 0, 0, 0, 0);
        ArmResult right = arm(0, 0, 0, "", NO_ERRORS);
        ArmResult unread = new ArmResult(
                right.arm(),
                List.of(right.faults().get(0), new FaultFigures("stop", figures, "")),
                right.all(),
                right.replicaReads(),
                0,
                right.registers(),
                NO_ERRORS,
                true,
                10,
                0,
                List.of());
        assertFalse(result(unread).isGood());
    }

    @Test
    void print_showsFaultsErrorsAndTargets() {
        String out = printed(result(arm(0, 0, 0, "node=node-1: no", ONE_ERROR)));
        for (String text : List.of(
                "kill",
                "read X",
                "node=node-1: no",
                "not linearizable",
                "linearizable 20",
                "more errors than allowed: Excess[fault=kill, kind=read X, ours=1, others=0, allowed=0]")) {
            assertTrue(out.contains(text), out);
        }
    }

    private static String printed(ChaosResult result) {
        StringWriter out = new StringWriter();
        result.print(new PrintWriter(out));
        return out.toString();
    }

    private static ChaosResult result(ArmResult ours, ArmResult... stock) {
        ChaosOptions options = new ChaosOptions(
                List.of(ChaosFault.KILL), 60, 10, 5, 3, stock.length, "400M", 1, Path.of("nodes"), List.of());
        return new ChaosResult(options, ours, List.of(stock));
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
                true,
                10,
                0,
                List.of());
    }
}
