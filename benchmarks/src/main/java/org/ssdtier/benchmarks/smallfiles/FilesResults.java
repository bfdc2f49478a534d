package org.ssdtier.benchmarks.smallfiles;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.ssdtier.benchmarks.report.HtmlReport;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultKind;

/** The result files of {@code bench run files}. */
public final class FilesResults implements ResultKind {
    @Override
    public String command() {
        return "bench run files";
    }

    @Override
    public boolean matches(JsonNode result) {
        return result.has("plan") && result.has("fileSlots");
    }

    @Override
    public HtmlReport report(JsonNode result) throws IOException {
        return new FilesReport(Json.convert(result, FilesResult.class)).report();
    }
}
