package org.ssdtier.benchmarks.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.ssdtier.benchmarks.report.HtmlReport;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultKind;

/** The result files of {@code ssdtier demo}. */
public final class DemoResults implements ResultKind {
    @Override
    public String command() {
        return "demo";
    }

    @Override
    public boolean matches(JsonNode result) {
        return result.has("entries_on_ssd") && result.has("index_bytes_per_entry");
    }

    @Override
    public HtmlReport report(JsonNode result) throws IOException {
        return new DemoReport(Json.convert(result, DemoResult.class)).report();
    }
}
