package org.ssdtier.benchmarks.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ssdtier.benchmarks.report.Json;

/**
 * The panels of a Grafana dashboard with their queries.
 *
 * @param panels the panels, in the order of the file
 */
record Dashboard(List<Panel> panels) {
    /** Number of columns of Grafana's grid. */
    static final int COLUMNS = 24;

    /**
     * A panel, or the heading of a row of panels.
     *
     * @param title its title
     * @param kind its type in Grafana: row, timeseries, stat, state-timeline
     * @param unit the unit of its values, as Grafana names it; empty for a row
     * @param isStacked whether its series are drawn on top of each other
     * @param place its place on the grid
     * @param queries its queries; none for a row
     */
    record Panel(String title, String kind, String unit, boolean isStacked, Place place, List<Query> queries) {
        boolean isRow() {
            return kind.equals("row");
        }
    }

    /**
     * A place on the grid.
     *
     * @param x column of its left edge
     * @param y line of its upper edge
     * @param width its width in columns
     * @param height its height in lines
     */
    record Place(int x, int y, int width, int height) {}

    /**
     * A query of a panel.
     *
     * @param expression expression in PromQL, with the dashboard's variables
     * @param legend name of a series, with its labels in double braces
     */
    record Query(String expression, String legend) {
        /**
         * Returns the expression with everything selected.
         *
         * @param rateInterval the value of {@code $__rate_interval}
         */
        String forAll(String rateInterval) {
            return expression
                    .replace("$__rate_interval", rateInterval)
                    .replace("$instance", ".*")
                    .replace("$keyspace", ".*")
                    .replace("$table", ".*");
        }
    }

    /**
     * Reads a dashboard.
     *
     * @throws IOException if the file is not JSON
     */
    static Dashboard read(Path file) throws IOException {
        List<Panel> panels = new ArrayList<>();
        for (JsonNode panel : Json.field(Json.tree(file), "panels")) {
            JsonNode place = Json.field(panel, "gridPos");
            List<Query> queries = new ArrayList<>();
            panel.path("targets")
                    .forEach(target ->
                            queries.add(new Query(Json.string(target, "expr"), Json.string(target, "legendFormat"))));
            JsonNode defaults = panel.path("fieldConfig").path("defaults");
            panels.add(new Panel(
                    Json.string(panel, "title"),
                    Json.string(panel, "type"),
                    defaults.path("unit").asText(),
                    defaults.at("/custom/stacking/mode").asText().equals("normal"),
                    new Place(number(place, "x"), number(place, "y"), number(place, "w"), number(place, "h")),
                    List.copyOf(queries)));
        }
        return new Dashboard(List.copyOf(panels));
    }

    private static int number(JsonNode place, String name) {
        return (int) Json.number(place, name);
    }
}
