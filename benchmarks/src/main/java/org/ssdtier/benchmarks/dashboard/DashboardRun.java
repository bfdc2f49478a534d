package org.ssdtier.benchmarks.dashboard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.node.NodePorts;

/** A run of a node under load with exporter, Prometheus, dashboard and alerts. */
final class DashboardRun {
    /** The value of {@code $__rate_interval}: a few scrapes. */
    private static final String RATE_INTERVAL = "6s";

    private static final long PATIENCE_SECONDS = 90;
    private static final long POLL_MILLIS = 200;

    private final DashboardOptions options;
    private final Checkout checkout;
    private final Consumer<String> progress;

    DashboardRun(DashboardOptions options, Checkout checkout, Consumer<String> progress) {
        this.options = options;
        this.checkout = checkout;
        this.progress = progress;
    }

    /** Returns the programs of Prometheus, fetched if they are not installed. */
    static PrometheusProgram prometheus(Checkout checkout) throws IOException, InterruptedException {
        return PrometheusProgram.locate(checkout.root().resolve("build/prometheus"));
    }

    DashboardResult run() throws IOException, InterruptedException {
        PrometheusProgram program = prometheus(checkout);
        Path files = checkout.configuration().resolve("prometheus");
        Path place = options.directory().resolve("prometheus");
        FileTree.delete(place);
        NodePorts ports = NodePorts.free();
        progress.accept("starting a node with the exporter");
        try (MonitoredNode node = MonitoredNode.start(
                        options.directory().resolve("node"),
                        options.heap(),
                        agent(),
                        files.resolve("jmx-exporter.yml"),
                        ports.cql());
                PrometheusServer server = PrometheusServer.start(
                        program,
                        place,
                        ports.storage(),
                        ports.cql(),
                        HastenedAlerts.of(Files.readString(files.resolve("alerts.yml"))))) {
            return observe(node, server);
        }
    }

    private Path agent() throws IOException {
        Path agent = checkout.root().resolve("benchmarks/target/exporter/jmx_prometheus_javaagent.jar");
        if (!Files.isRegularFile(agent)) {
            throw new IOException("file=" + agent + ": missing; build it with: mvn package");
        }
        return agent;
    }

    private DashboardResult observe(MonitoredNode node, PrometheusServer server)
            throws IOException, InterruptedException {
        Set<String> early;
        List<DrawnPanel> panels;
        try (ShopLoad load = ShopLoad.start(node, options.seed())) {
            progress.accept("load for " + options.seconds() + " s");
            long begin = System.currentTimeMillis() / 1000;
            Thread.sleep(TimeUnit.SECONDS.toMillis(options.seconds()));
            load.check();
            early = server.firing();
            panels = panels(server, begin, System.currentTimeMillis() / 1000);
        }
        return new DashboardResult(panels, early, faults(node, server), server.alerts());
    }

    private List<DrawnPanel> panels(PrometheusServer server, long begin, long end)
            throws IOException, InterruptedException {
        List<DrawnPanel> drawn = new ArrayList<>();
        Path file = checkout.configuration().resolve("grafana/ssd-row-cache.json");
        for (Dashboard.Panel panel : Dashboard.read(file).panels()) {
            List<List<Series>> results = new ArrayList<>();
            for (Dashboard.Query query : panel.queries()) {
                results.add(server.series(query.forAll(RATE_INTERVAL), begin, end));
            }
            drawn.add(new DrawnPanel(panel, results));
        }
        return drawn;
    }

    /** Makes all faults happen one after the other; returns the seconds until each alert fired, -1 if it did not. */
    private Map<String, Double> faults(MonitoredNode node, PrometheusServer server)
            throws IOException, InterruptedException {
        Map<String, Double> fired = new LinkedHashMap<>();
        for (AlertFault fault : AlertFault.values()) {
            if (!fault.isPossible(node)) {
                continue;
            }
            progress.accept("fault: " + fault.name() + ", until " + String.join(", ", fault.alerts()));
            Set<String> waiting = new TreeSet<>(fault.alerts());
            long begin = System.nanoTime();
            while (!waiting.isEmpty() && secondsSince(begin) < PATIENCE_SECONDS) {
                fault.happen(node);
                Set<String> firing = server.firing();
                firing.retainAll(waiting);
                firing.forEach(alert -> fired.put(alert, secondsSince(begin)));
                waiting.removeAll(firing);
                Thread.sleep(POLL_MILLIS);
            }
            waiting.forEach(alert -> fired.put(alert, -1.0));
            fault.end(node);
        }
        return fired;
    }

    private static double secondsSince(long beginNanos) {
        return Math.round((System.nanoTime() - beginNanos) / 1e8) / 10.0;
    }
}
