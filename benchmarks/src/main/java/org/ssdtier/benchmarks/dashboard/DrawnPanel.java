package org.ssdtier.benchmarks.dashboard;

import java.util.ArrayList;
import java.util.List;

/**
 * A panel with the results of its queries.
 *
 * @param panel the panel
 * @param results the series of each query, in the order of the panel's queries
 */
record DrawnPanel(Dashboard.Panel panel, List<List<Series>> results) {
    /** A series with its name in the legend. */
    record Line(String name, Series series) {}

    /** Returns the series that have data, in the order of the queries. */
    List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            for (Series series : results.get(i)) {
                if (series.hasData()) {
                    lines.add(new Line(series.name(panel.queries().get(i).legend()), series));
                }
            }
        }
        return lines;
    }

    /** Returns the expressions of the queries without any data. */
    List<String> empty() {
        List<String> empty = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i).stream().noneMatch(Series::hasData)) {
                empty.add(panel.title() + ": " + panel.queries().get(i).expression());
            }
        }
        return empty;
    }
}
