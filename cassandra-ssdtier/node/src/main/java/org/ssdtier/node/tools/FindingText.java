package org.ssdtier.node.tools;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.ssdtier.node.doctor.Finding;

/** Static methods to write findings as text. */
final class FindingText {
    private static final String JMX = "jmx";

    private FindingText() {}

    /** Returns a finding as a line, and its remedy, if there is one, as a second line. */
    static String of(Finding finding) {
        String line =
                String.format(Locale.ROOT, "%-4s  %-10s  %s%n", finding.level(), finding.check(), finding.found());
        return finding.remedy().isEmpty()
                ? line
                : line + String.format(Locale.ROOT, "%18s-> %s%n", "", finding.remedy());
    }

    static Finding notRunning(Path home) {
        return new Finding(
                Finding.Level.WARN,
                JMX,
                "no node runs from " + home + ": state, errors, tables and alerts are not checked",
                "Start it; if it runs elsewhere, give its port of JMX with --port, or doctor HOST[:PORT]");
    }

    static Finding notReached(IOException failure) {
        return new Finding(
                Finding.Level.WARN,
                JMX,
                failure.getMessage() + "; state, errors, tables and alerts are not checked",
                "If the node is up, give its port of JMX with --port, and user and password or --ssl if it needs them");
    }
}
