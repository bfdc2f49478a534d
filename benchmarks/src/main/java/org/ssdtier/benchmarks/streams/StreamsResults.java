package org.ssdtier.benchmarks.streams;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.ssdtier.benchmarks.report.HtmlReport;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultKind;

/** The result files of {@code bench run streams}. */
public final class StreamsResults implements ResultKind {
    @Override
    public String command() {
        return "bench run streams";
    }

    /** Returns whether it is a {@link StreamsResult}: a {@link StreamsSummary} lacks the curves of the traces. */
    @Override
    public boolean matches(JsonNode result) {
        return result.has("online") && result.has("offline") && result.has("sensitivity") && result.has("facts");
    }

    @Override
    public HtmlReport report(JsonNode result) throws IOException {
        return new StreamsReport(Json.convert(result, StreamsResult.class)).report();
    }
}
