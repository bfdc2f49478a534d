package org.ssdtier.benchmarks.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.ssdtier.benchmarks.report.HtmlReport;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultKind;

/** The result files of {@code bench run cluster}. */
public final class ClusterResults implements ResultKind {
    @Override
    public String command() {
        return "bench run cluster";
    }

    @Override
    public boolean matches(JsonNode result) {
        return result.path("measurement").asText().equals(ClusterResult.MEASUREMENT);
    }

    @Override
    public HtmlReport report(JsonNode result) throws IOException {
        return new ClusterReport(Json.convert(result, ClusterResult.class)).report();
    }
}
