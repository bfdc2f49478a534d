package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.JsonOption;
import org.ssdtier.benchmarks.figures.FigurePages;
import org.ssdtier.benchmarks.figures.ProductCode;
import org.ssdtier.benchmarks.figures.ResultFiles;
import org.ssdtier.benchmarks.figures.ResultTable;
import org.ssdtier.benchmarks.load.TextTable;
import org.ssdtier.benchmarks.node.Checkout;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ssdtier figures}. */
@Command(
        name = "figures",
        description = "Write the pages with figures from the results in " + FigurePages.RESULTS
                + ", and list these with their origin; old are those whose code has changed since.",
        mixinStandardHelpOptions = true)
final class FiguresCommand implements Callable<Integer> {
    @Option(
            names = "--check",
            description = "Write nothing; the exit code is 1 if a page is not as the results give it.")
    private boolean isCheck;

    @Mixin
    private JsonOption json = new JsonOption();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path root = Checkout.locate().root();
        FigurePages pages = new FigurePages(root);
        List<String> changed = isCheck ? pages.differences() : pages.write();
        List<List<String>> rows =
                new ResultTable(new ResultFiles(root.resolve(FigurePages.RESULTS)), new ProductCode(root)).rows();
        json.show(toMap(rows, changed), out -> print(out, rows));
        PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
        changed.forEach(page -> err.println(isCheck ? page : "page=" + page + ": written"));
        err.flush();
        return isCheck && !changed.isEmpty() ? 1 : 0;
    }

    private static void print(PrintWriter out, List<List<String>> rows) {
        TextTable.print(out, ResultTable.HEADING, rows);
    }

    private Map<String, Object> toMap(List<List<String>> rows, List<String> changed) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("heading", ResultTable.HEADING);
        map.put("results", rows);
        map.put(isCheck ? "differences" : "written", changed);
        return map;
    }
}
