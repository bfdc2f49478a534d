package org.ssdtier.benchmarks.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** A Prometheus server that scrapes one exporter. It ends with {@link #close}, or with this JVM. */
final class PrometheusServer implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 100;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final Process process;
    private final String address;
    private final Path log;

    private PrometheusServer(Process process, int port, Path log) {
        this.process = process;
        this.address = "http://127.0.0.1:" + port;
        this.log = log;
    }

    /**
     * Starts a server and waits until it answers.
     *
     * @param directory directory of its configuration, its data and its log
     * @param port port of its API, on the loopback address
     * @param exporterPort port of the exporter, likewise
     * @param scrapeSeconds time from one scrape to the next, and the longest that one may take
     * @param rules text of its file of alerting rules
     * @throws IOException if it does not start; the message names its log
     */
    static PrometheusServer start(
            PrometheusProgram program, Path directory, int port, int exporterPort, int scrapeSeconds, String rules)
            throws IOException, InterruptedException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("alerts.yml"), rules);
        Path configuration = directory.resolve("prometheus.yml");
        Files.writeString(
                configuration,
                String.join(
                        "\n",
                        "global: {scrape_interval: " + scrapeSeconds + "s, scrape_timeout: " + scrapeSeconds
                                + "s, evaluation_interval: 500ms}",
                        "rule_files: [alerts.yml]",
                        "scrape_configs:",
                        "  - job_name: cassandra",
                        "    static_configs: [{targets: ['127.0.0.1:" + exporterPort + "']}]",
                        ""));
        Path log = directory.resolve("prometheus.log");
        Process process = new ProcessBuilder(
                        program.server().toString(),
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + directory.resolve("tsdb"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly, "end-prometheus"));
        PrometheusServer server = new PrometheusServer(process, port, log);
        server.awaitReady();
        return server;
    }

    private void awaitReady() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (!isReady()) {
            if (!process.isAlive() || System.nanoTime() - begin > TIMEOUT.toNanos()) {
                process.destroyForcibly();
                throw new IOException("prometheus: not ready; see " + log);
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private boolean isReady() throws InterruptedException {
        try {
            return get("/-/ready").statusCode() == 200;
        } catch (IOException refused) {
            return false;
        }
    }

    /**
     * Returns the series of an expression over a time, with a value each second.
     *
     * @param fromSeconds Unix time of the begin
     * @param toSeconds Unix time of the end
     * @throws IOException if the server refuses the expression; the message has its reason
     */
    List<Series> series(String expression, long fromSeconds, long toSeconds) throws IOException, InterruptedException {
        JsonNode data = data("/api/v1/query_range?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8)
                + "&start=" + fromSeconds + "&end=" + toSeconds + "&step=1");
        List<Series> all = new ArrayList<>();
        for (JsonNode one : data.path("result")) {
            Map<String, String> labels = new TreeMap<>();
            one.path("metric")
                    .properties()
                    .forEach(
                            label -> labels.put(label.getKey(), label.getValue().asText()));
            List<Double> seconds = new ArrayList<>();
            List<Double> values = new ArrayList<>();
            for (JsonNode value : one.path("values")) {
                seconds.add(value.path(0).asDouble());
                values.add(number(value.path(1).asText()));
            }
            all.add(new Series(labels, seconds, values));
        }
        return all;
    }

    private static double number(String text) {
        return switch (text) {
            case "NaN" -> Double.NaN;
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    /**
     * Returns how long the longest scrape took, and how many failed: each of them ends what an alert was waiting for.
     *
     * @param fromSeconds Unix time of the begin
     * @param toSeconds Unix time of the end
     */
    String scrapes(long fromSeconds, long toSeconds) throws IOException, InterruptedException {
        double longest = 0;
        for (Series series : series("scrape_duration_seconds", fromSeconds, toSeconds)) {
            longest = Math.max(longest, Collections.max(series.values()));
        }
        int failed = 0;
        for (Series series : series("up == 0", fromSeconds, toSeconds)) {
            failed += series.values().size();
        }
        return String.format(Locale.ROOT, "the longest scrape took %.1f s, %d failed", longest, failed);
    }

    /** Returns the names of the alerts that fire now. */
    Set<String> firing() throws IOException, InterruptedException {
        Set<String> names = new TreeSet<>();
        for (JsonNode alert : data("/api/v1/alerts").path("alerts")) {
            if (alert.path("state").asText().equals("firing")) {
                names.add(alert.path("labels").path("alertname").asText());
            }
        }
        return names;
    }

    /** Returns the alerts that have fired since a time, also those that fire no more, with the Unix time of the first. */
    Map<String, Double> firedSince(long fromSeconds) throws IOException, InterruptedException {
        Map<String, Double> fired = new TreeMap<>();
        long toSeconds = Math.max(fromSeconds, System.currentTimeMillis() / 1000);
        for (Series series : series("ALERTS{alertstate=\"firing\"}", fromSeconds, toSeconds)) {
            fired.merge(
                    series.labels().getOrDefault("alertname", ""),
                    series.seconds().get(0),
                    Math::min);
        }
        return fired;
    }

    /** Returns the names of all alerts. */
    Set<String> alerts() throws IOException, InterruptedException {
        Set<String> names = new TreeSet<>();
        for (JsonNode group : data("/api/v1/rules").path("groups")) {
            group.path("rules").forEach(rule -> names.add(rule.path("name").asText()));
        }
        return names;
    }

    private JsonNode data(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = get(path);
        JsonNode answer = JSON.readTree(response.body());
        if (!answer.path("status").asText().equals("success")) {
            throw new IOException("prometheus: " + answer.path("error").asText() + "; asked for " + path);
        }
        return answer.path("data");
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(address + path))
                        .timeout(TIMEOUT)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("prometheus: interrupted while it stopped", e);
        }
    }
}
