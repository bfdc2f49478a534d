package org.ssdtier.node.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

/** Static methods to check findings. */
final class Found {
    private Found() {}

    /** Checks that there is a finding with a level and all texts in it, and returns it. */
    static Finding assertFound(List<Finding> findings, Finding.Level level, String check, String... texts) {
        return findings.stream()
                .filter(finding -> finding.level() == level && finding.check().equals(check))
                .filter(finding -> List.of(texts).stream().allMatch(finding.found()::contains))
                .findFirst()
                .orElseThrow(() ->
                        new AssertionError(level + " " + check + " " + List.of(texts) + " not in " + lines(findings)));
    }

    /** Checks that nothing failed. */
    static void assertNoFailure(List<Finding> findings) {
        assertTrue(findings.stream().noneMatch(finding -> finding.level() == Finding.Level.FAIL), lines(findings));
    }

    /** Checks that exactly one finding failed, and what does not say what to do. */
    static void assertOneFailure(List<Finding> findings, String check, String... texts) {
        List<Finding> failed = findings.stream()
                .filter(finding -> finding.level() == Finding.Level.FAIL)
                .toList();
        assertEquals(1, failed.size(), lines(findings));
        assertTrue(
                !assertFound(failed, Finding.Level.FAIL, check, texts).remedy().isEmpty(), lines(failed));
    }

    private static String lines(List<Finding> findings) {
        return String.join("\n", findings.stream().map(Finding::toString).toList());
    }
}
