package org.ssdtier.benchmarks.dashboard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.node.NodePorts;

/** A run of a node under load with exporter, Prometheus, dashboard and alerts. */
final class DashboardRun {
    private static final long PATIENCE_SECONDS = 240;
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
        Path place = options.directory().resolve("prometheus");
        FileTree.delete(place);
        NodePorts ports = NodePorts.free();
        String rules = Files.readString(files().resolve("alerts.yml"));
        int scrape = options.scrapeSeconds();
        String hastened = HastenedAlerts.of(rules, scrape);
        try (PrometheusServer server =
                PrometheusServer.start(program, place, ports.storage(), ports.cql(), scrape, hastened)) {
            String agent = agent() + "=127.0.0.1:" + ports.cql() + ":" + files().resolve("jmx-exporter.yml");
            return observe(server, agent);
        }
    }

    private Path files() {
        return checkout.configuration().resolve("prometheus");
    }

    private Path agent() throws IOException {
        Path agent = checkout.root().resolve("benchmarks/target/exporter/jmx_prometheus_javaagent.jar");
        if (!Files.isRegularFile(agent)) {
            throw new IOException("file=" + agent + ": missing; build it with: mvn package");
        }
        return agent;
    }

    private DashboardResult observe(PrometheusServer server, String agent) throws IOException, InterruptedException {
        Set<String> early;
        List<DrawnPanel> panels;
        Map<String, Double> fired = new LinkedHashMap<>();
        progress.accept("starting a node with the exporter");
        NodePlaces small = NodePlaces.onSmallDisk(options.directory());
        try (MonitoredNode node = MonitoredNode.start(directory(), small, options.heap(), agent)) {
            long begin = now();
            try (ShopLoad load = ShopLoad.start(node, options.seed())) {
                progress.accept("load for " + options.seconds() + " s");
                Thread.sleep(TimeUnit.SECONDS.toMillis(options.seconds()));
                load.check();
            }
            early = server.firedSince(begin).keySet();
            panels = panels(server, begin, now());
            fail(CacheFault.values(), node, server, fired);
            progress.accept(server.scrapes(begin, now()));
        }
        Optional<FailingDrive> made =
                options.hasDriveFaults() ? FailingDrive.make(checkout, progress) : Optional.empty();
        if (made.isPresent()) {
            try (FailingDrive drive = made.get()) {
                failDrive(drive, server, agent, fired);
            }
        }
        return new DashboardResult(panels, early, fired, server.alerts());
    }

    private void failDrive(FailingDrive drive, PrometheusServer server, String agent, Map<String, Double> fired)
            throws IOException, InterruptedException {
        progress.accept("starting a node on an emulated drive");
        try (MonitoredNode node = MonitoredNode.start(directory(), NodePlaces.on(drive), options.heap(), agent)) {
            try {
                fail(DriveFaults.values(), node, server, fired);
            } finally {
                drive.mend(); // a hanging drive would keep the node from ending
            }
        }
    }

    private Path directory() {
        return options.directory().resolve("node");
    }

    private static long now() {
        return System.currentTimeMillis() / 1000;
    }

    private List<DrawnPanel> panels(PrometheusServer server, long begin, long end)
            throws IOException, InterruptedException {
        String rateInterval = HastenedAlerts.shortestRangeSeconds(options.scrapeSeconds()) + "s";
        List<DrawnPanel> drawn = new ArrayList<>();
        Path file = checkout.configuration().resolve("grafana/ssd-row-cache.json");
        for (Dashboard.Panel panel : Dashboard.read(file).panels()) {
            List<List<Series>> results = new ArrayList<>();
            for (Dashboard.Query query : panel.queries()) {
                results.add(server.series(query.forAll(rateInterval), begin, end));
            }
            drawn.add(new DrawnPanel(panel, results));
        }
        return drawn;
    }

    /** Makes faults happen one after the other; adds the seconds until each alert fired, -1 if it did not. */
    private void fail(AlertFault[] faults, MonitoredNode node, PrometheusServer server, Map<String, Double> fired)
            throws IOException, InterruptedException {
        for (AlertFault fault : faults) {
            if (!fault.isPossible(node)) {
                continue;
            }
            progress.accept("fault: " + fault.name() + ", until " + String.join(", ", fault.alerts()));
            fault.prepare(node);
            awaitSilence(fault.alerts(), server);
            Set<String> waiting = new TreeSet<>(fault.alerts());
            long beginSeconds = now() + 1;
            long begin = System.nanoTime();
            while (!waiting.isEmpty() && secondsSince(begin) < PATIENCE_SECONDS) {
                fault.happen(node);
                Map<String, Double> since = server.firedSince(beginSeconds);
                since.keySet().retainAll(waiting);
                since.forEach((alert, second) -> fired.put(alert, second - beginSeconds));
                since.forEach(
                        (alert, second) -> progress.accept("  " + alert + " after " + (second - beginSeconds) + " s"));
                waiting.removeAll(since.keySet());
                Thread.sleep(POLL_MILLIS);
            }
            fault.alerts().forEach(alert -> fired.putIfAbsent(alert, -1.0));
            fault.end(node);
        }
    }

    /** Waits until the alerts of the fault before are over. */
    private static void awaitSilence(Set<String> alerts, PrometheusServer server)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (!Collections.disjoint(alerts, server.firing())) {
            if (secondsSince(begin) > PATIENCE_SECONDS) {
                throw new IOException("alerts=" + alerts + ": firing before their fault");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private static double secondsSince(long beginNanos) {
        return Math.round((System.nanoTime() - beginNanos) / 1e8) / 10.0;
    }
}
