package org.ssdtier.benchmarks.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.files.model.StoreModel;

@Tag("unit")
final class TransferResultTest {
    private static final TransferOptions OPTIONS = new TransferOptions(
            List.of(Path.of("/usr/share")), 10, 1, 1, 1, "512M", 1, Path.of("build/bench/transfer"));
    private static final TransferResult.Tree TREE = new TransferResult.Tree(10, 1_000, 100);

    private static TransferResult.OfModel outcome(
            double rate, List<Double> kills, List<String> differences, long verified, long problems) {
        ModelTransfer.Way whole = new ModelTransfer.Way(2, List.of(), 0, 2, List.of(), 0, List.of());
        ModelTransfer.Way killed = new ModelTransfer.Way(1, kills, 4, 1, kills, 5, differences);
        return new TransferResult.OfModel(
                90, 110, rate, new ModelTransfer.Outcome(whole, killed, verified, problems, 1));
    }

    private static TransferResult result(TransferResult.OfModel directories) {
        Map<StoreModel, TransferResult.OfModel> models = new LinkedHashMap<>();
        models.put(StoreModel.FILE_PER_ROW, outcome(60, List.of(1.5), List.of(), 20, 0));
        models.put(StoreModel.DIRECTORY_PER_ROW, directories);
        List<TransferResult.Served> served = List.of(
                new TransferResult.Served("plain", new HttpLoad.Figures(1, 1_000, 1e6, 10, 20)),
                new TransferResult.Served("store", new HttpLoad.Figures(1, 400, 4e5, 20, 40)),
                new TransferResult.Served("store", new HttpLoad.Figures(1, 600, 6e5, 20, 40)));
        return new TransferResult(OPTIONS, TREE, models, served);
    }

    @Test
    void result_withEverythingBack_isGood() {
        TransferResult good = result(outcome(50, List.of(1.5), List.of(), 20, 0));
        assertTrue(good.isGood());
        Map<String, Object> map = good.toMap(Map.of("seed", 1));
        assertEquals(true, map.get("good"));
        Map<?, ?> http = (Map<?, ?>) map.get("http");
        assertEquals(0.5, ((Map<?, ?>) http.get("connections_1")).get("store_to_plain"));
        StringWriter text = new StringWriter();
        good.print(new PrintWriter(text, true));
        assertTrue(text.toString().contains("HTTP, 1 connections: 500 requests/s, plain file server 1,000: 0.50"));
        assertTrue(text.toString().contains("met") && !text.toString().contains("NOT"), text.toString());
    }

    @Test
    void result_withAnythingMissing_isNotGood() {
        assertFalse(result(outcome(49, List.of(1.5), List.of(), 20, 0)).isGood(), "slow");
        assertFalse(result(outcome(50, List.of(), List.of(), 20, 0)).isGood(), "not killed");
        assertFalse(
                result(outcome(50, List.of(1.5), List.of("Only in a: b"), 20, 0))
                        .isGood(),
                "different");
        assertFalse(result(outcome(50, List.of(1.5), List.of(), 19, 0)).isGood(), "a file is not in the store");
        assertFalse(result(outcome(50, List.of(1.5), List.of(), 20, 1)).isGood(), "a problem");
        StringWriter text = new StringWriter();
        result(outcome(50, List.of(1.5), List.of("Only in a: b"), 20, 0)).print(new PrintWriter(text, true));
        assertTrue(text.toString().contains("NOT IDENTICAL") && text.toString().contains("Only in a: b"));
    }
}
