package org.ssdtier.benchmarks.threads;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.ssdtier.benchmarks.report.HtmlReport;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultKind;

/** The result files of {@code bench run threads}. */
public final class ThreadsResults implements ResultKind {
    @Override
    public String command() {
        return "bench run threads";
    }

    @Override
    public boolean matches(JsonNode result) {
        return result.path("measurement").asText().equals(ThreadsResult.MEASUREMENT);
    }

    @Override
    public HtmlReport report(JsonNode result) throws IOException {
        return new ThreadsReport(Json.convert(result, ThreadsResult.class)).report();
    }
}
