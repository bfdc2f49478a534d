package org.ssdtier.benchmarks.ssdsize;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.ssdtier.benchmarks.report.HtmlReport;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultKind;

/** The result files of {@code bench run ssd-size}. */
public final class SizeResults implements ResultKind {
    @Override
    public String command() {
        return "bench run ssd-size";
    }

    @Override
    public boolean matches(JsonNode result) {
        return result.path("measurement").asText().equals(SizeResult.MEASUREMENT);
    }

    @Override
    public HtmlReport report(JsonNode result) throws IOException {
        return new SizeReport(Json.convert(result, SizeResult.class)).report();
    }
}
