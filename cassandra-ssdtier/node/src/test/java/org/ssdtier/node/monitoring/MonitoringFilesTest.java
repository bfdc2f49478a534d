package org.ssdtier.node.monitoring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import javax.management.JMException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.catalogue.cassandra.RegisteredCatalogueView;
import org.ssdtier.keyindex.cassandra.RegisteredKeyIndexView;
import org.ssdtier.node.embedded.EmbeddedNode;
import org.ssdtier.node.lifetimes.RegisteredLifetimeView;
import org.yaml.snakeyaml.Yaml;

/** The dashboard, the alerts and the exporter's rules fit together, and fit the metrics of a node with everything switched on. */
@Tag("unit")
final class MonitoringFilesTest {
    private static final Path ROOT = Path.of("../..");
    private static final Path DASHBOARD = ROOT.resolve("conf/grafana/ssd-row-cache.json");
    private static final Path PROVISIONING = ROOT.resolve("conf/grafana/provisioning.yml");
    private static final Path PROMETHEUS = ROOT.resolve("conf/prometheus");
    private static final Pattern METRIC = Pattern.compile("\\bcassandra_\\w+");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");
    private static final Pattern VARIABLE = Pattern.compile("\\$(\\w+)");
    private static final int GRID_COLUMNS = 24;

    private static final Set<String> METRICS = new TreeSet<>();
    private static JsonNode dashboard;

    @BeforeAll
    static void registerEverything() throws IOException, JMException {
        EmbeddedNode.start().process("CREATE TABLE IF NOT EXISTS monitored (key int PRIMARY KEY)");
        RegisteredCatalogueView.register();
        RegisteredKeyIndexView.register();
        RegisteredLifetimeView.register();
        METRICS.addAll(ExporterRules.read(PROMETHEUS.resolve("jmx-exporter.yml"))
                .metrics(ManagementFactory.getPlatformMBeanServer()));
        dashboard = new ObjectMapper().readTree(DASHBOARD.toFile());
    }

    @Test
    void rules_makeMetricsOfEveryKind() {
        for (String metric : List.of(
                "cassandra_ssd_row_cache_memoryhits_total",
                "cassandra_ssd_row_cache_configuredbytes",
                "cassandra_row_cache_capacity",
                "cassandra_schema_catalogue_definitions",
                "cassandra_ssd_key_index_files",
                "cassandra_write_kind_index_bytes_total",
                "cassandra_write_lifetime_refused_total",
                "cassandra_table_row_cache_hit_total")) {
            assertTrue(METRICS.contains(metric), () -> metric + " is not among " + METRICS);
        }
    }

    @Test
    void dashboard_namesOnlyMetricsThatTheRulesMake() {
        Set<String> named = new TreeSet<>();
        panels().forEach(panel -> panel.path("targets").forEach(target -> addMetrics(expression(target), named)));
        dashboard
                .path("templating")
                .path("list")
                .forEach(variable -> addMetrics(variable.path("definition").asText(), named));
        assertTrue(named.size() > 60, "metrics named=" + named.size());
        named.removeAll(METRICS);
        assertEquals(Set.of(), named);
    }

    @Test
    void alerts_nameOnlyMetricsThatTheRulesMake() throws IOException {
        Set<String> named = new TreeSet<>();
        alerts().forEach(alert -> addMetrics(String.valueOf(alert.get("expr")), named));
        assertTrue(named.size() > 15, "metrics named=" + named.size());
        named.removeAll(METRICS);
        assertEquals(Set.of(), named);
    }

    @Test
    void panels_haveTitleDescriptionUnitAndQueriesOnTheChosenDataSource() {
        Set<Integer> ids = new HashSet<>();
        for (JsonNode panel : panels()) {
            String title = panel.path("title").asText();
            assertFalse(title.isEmpty(), panel::toString);
            assertTrue(ids.add(panel.path("id").asInt()), () -> title + ": id used twice");
            if (!panel.path("type").asText().equals("row")) {
                assertFalse(panel.path("description").asText().isEmpty(), title);
                assertFalse(panel.at("/fieldConfig/defaults/unit").asText().isEmpty(), () -> title + ": no unit");
                assertFalse(panel.path("targets").isEmpty(), () -> title + ": no queries");
                for (JsonNode target : panel.path("targets")) {
                    assertEquals("${datasource}", target.at("/datasource/uid").asText(), title);
                    assertFalse(target.path("legendFormat").asText().isEmpty(), () -> title + ": no legend");
                }
            }
        }
    }

    @Test
    void queries_useOnlyVariablesThatExist_andEachChoosesTheNode() {
        Set<String> variables = new TreeSet<>(Set.of("__rate_interval"));
        dashboard
                .path("templating")
                .path("list")
                .forEach(variable -> variables.add(variable.path("name").asText()));
        assertTrue(variables.containsAll(Set.of("datasource", "instance", "keyspace", "table")), variables.toString());
        for (JsonNode panel : panels()) {
            for (JsonNode target : panel.path("targets")) {
                String query = expression(target);
                Matcher variable = VARIABLE.matcher(query);
                while (variable.find()) {
                    assertTrue(variables.contains(variable.group(1)), query);
                }
                long metrics = METRIC.matcher(query).results().count();
                long selectors = Pattern.compile("instance=~\"\\$instance\"")
                        .matcher(query)
                        .results()
                        .count();
                assertEquals(metrics, selectors, query);
            }
        }
    }

    @Test
    void panels_lieOnTheGridWithoutOverlap() {
        Set<String> taken = new HashSet<>();
        for (JsonNode panel : panels()) {
            JsonNode place = panel.path("gridPos");
            int x = place.path("x").asInt();
            int width = place.path("w").asInt();
            assertTrue(x + width <= GRID_COLUMNS, panel.path("title").asText());
            for (int column = x; column < x + width; column++) {
                for (int line = 0; line < place.path("h").asInt(); line++) {
                    int row = place.path("y").asInt() + line;
                    assertTrue(
                            taken.add(column + "," + row), panel.path("title").asText());
                }
            }
        }
    }

    @Test
    void provisioning_namesAFolderOfDashboards() throws IOException {
        Map<String, Object> file = new Yaml().load(Files.readString(PROVISIONING));
        assertEquals(1, file.get("apiVersion"));
        assertTrue(String.valueOf(file.get("providers")).contains("/dashboards"), file.toString());
    }

    @Test
    void alerts_haveASeverityAndARunbookThatExists() throws IOException {
        for (Map<String, Object> alert : alerts()) {
            String name = String.valueOf(alert.get("alert"));
            assertTrue(String.valueOf(alert.get("labels")).matches("\\{severity=(warning|info)}"), name);
            String link = String.valueOf(((Map<?, ?>) alert.get("annotations")).get("runbook_url"));
            String[] parts = link.split("#", 2);
            assertEquals(2, parts.length, () -> name + " -> " + link);
            Path page = ROOT.resolve(parts[0]);
            assertTrue(Files.exists(page), () -> name + " -> " + link);
            assertTrue(anchors(page).contains(parts[1]), () -> name + " -> " + link);
        }
    }

    @Test
    void alerts_eachHaveATestInWhichTheyFireAndOneInWhichTheyDoNot() throws IOException {
        Map<String, Object> file = new Yaml().load(Files.readString(PROMETHEUS.resolve("alerts_test.yml")));
        Set<String> firing = new TreeSet<>();
        Set<String> quiet = new TreeSet<>();
        for (Map<String, Object> test : list(file.get("tests"))) {
            for (Map<String, Object> check : list(test.get("alert_rule_test"))) {
                (check.containsKey("exp_alerts") ? firing : quiet).add(String.valueOf(check.get("alertname")));
            }
            assertTrue(String.valueOf(test.get("input_series")).contains("instance=\"b\""), test.toString());
        }
        Set<String> alerts = new TreeSet<>();
        alerts().forEach(alert -> alerts.add(String.valueOf(alert.get("alert"))));
        assertEquals(alerts, firing);
        assertEquals(alerts, quiet);
    }

    private static List<JsonNode> panels() {
        List<JsonNode> panels = StreamSupport.stream(dashboard.path("panels").spliterator(), false)
                .toList();
        assertTrue(panels.size() > 30, "panels=" + panels.size());
        return panels;
    }

    private static String expression(JsonNode target) {
        return target.path("expr").asText();
    }

    private static void addMetrics(String expression, Set<String> named) {
        METRIC.matcher(expression).results().forEach(metric -> named.add(metric.group()));
    }

    private static List<Map<String, Object>> alerts() throws IOException {
        Map<String, Object> file = new Yaml().load(Files.readString(PROMETHEUS.resolve("alerts.yml")));
        List<Map<String, Object>> alerts = new ArrayList<>();
        list(file.get("groups")).forEach(group -> alerts.addAll(list(group.get("rules"))));
        assertTrue(alerts.size() > 10, "alerts=" + alerts.size());
        return alerts;
    }

    @SuppressWarnings("unchecked") // the structure of Prometheus' files
    private static List<Map<String, Object>> list(Object value) {
        return (List<Map<String, Object>>) value;
    }

    /** Returns the anchors that a forge makes of a page's headings. */
    private static Set<String> anchors(Path page) throws IOException {
        Set<String> anchors = new HashSet<>();
        HEADING.matcher(Files.readString(page))
                .results()
                .forEach(heading -> anchors.add(heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-')));
        return anchors;
    }
}
