package org.ssdtier.benchmarks.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.device.Needed;
import org.ssdtier.benchmarks.node.Checkout;

/** Tests of exporter rules, dashboard and alerts with the real exporter, Prometheus and node. */
@Tag("integration")
final class DashboardIT {
    private static final Path RULES = Checkout.locate().configuration().resolve("prometheus");

    /** Other tests share the CPUs: the exporter may need longer than a second, and a lost scrape resets the alerts. */
    private static final int BUSY_SCRAPE_SECONDS = 3;

    @TempDir
    private Path directory;

    /** Where Prometheus is neither installed nor a package of Debian that can be fetched. */
    @BeforeAll
    static void needPrometheus() throws Exception {
        Optional<String> obstacle = Optional.empty();
        try {
            DashboardRun.prometheus(Checkout.locate());
        } catch (IOException missing) {
            obstacle = Optional.of(String.valueOf(missing.getMessage()));
        }
        Needed.absent(obstacle);
    }

    @Test
    void node_underLoadAndFaults_everyQueryHasDataAndTheAlertsFire() throws Exception {
        List<String> said = new ArrayList<>();
        DashboardOptions options = new DashboardOptions(30, "384M", 1, BUSY_SCRAPE_SECONDS, false, directory);
        DashboardResult result = new DashboardRun(options, Checkout.locate(), said::add).run();
        assertEquals(List.of(), result.empty());
        assertEquals(Set.of(), result.early());
        result.fired().forEach((alert, seconds) -> assertTrue(seconds >= 0, () -> alert + " did not fire: " + said));
        assertTrue(result.fired().size() >= 6, result.fired().toString());
        assertTrue(
                result.alerts().containsAll(result.fired().keySet()),
                result.alerts().toString());
        assertTrue(new DashboardPicture(result.panels()).svg().contains("Hit ratio by tier"));
    }

    @Test
    void alerts_withTheirTests_passPromtool() throws Exception {
        String promtool = DashboardRun.prometheus(Checkout.locate()).promtool().toString();
        assertPasses(promtool, "check", "rules", "alerts.yml");
        assertPasses(promtool, "test", "rules", "alerts_test.yml");
    }

    private static void assertPasses(String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .directory(RULES.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
    }
}
