package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.JsonOption;
import org.ssdtier.catalogue.CatalogueReader;
import org.ssdtier.segmentlog.format.FormatException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code ssdtier catalogue verify}. */
@Command(
        name = "verify",
        description = "Read every record and definition; the exit code is 1 if durable content is missing or damaged.",
        mixinStandardHelpOptions = true)
final class CatalogueVerifyCommand implements Callable<Integer> {
    @Mixin
    private CatalogueDirectory directory = new CatalogueDirectory();

    @Mixin
    private JsonOption json = new JsonOption();

    /** The result of the verification. */
    record Result(boolean sound, int definitions, int cutRecords, @Nullable String problem) {
        String toText() {
            return sound
                    ? "sound: definitions=" + definitions + ", records cut at the end=" + cutRecords
                    : "problem: " + problem;
        }
    }

    @Override
    public Integer call() throws IOException {
        Result result = verify();
        json.show(result, out -> out.println(result.toText()));
        return result.sound() ? 0 : 1;
    }

    private Result verify() throws IOException {
        try {
            CatalogueReader reader = directory.read();
            return new Result(true, reader.items().size(), reader.cutRecords(), null);
        } catch (FormatException damaged) {
            return new Result(false, 0, 0, damaged.getMessage());
        }
    }
}
