package org.ssdtier.node.tools;

import io.airlift.airline.Command;
import java.io.IOException;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.CatalogueReader;
import org.ssdtier.segmentlog.format.FormatException;

/** The command {@code ssdtier catalogue verify}. */
@Command(
        name = "verify",
        description = "Read every record and definition; the exit code is 1 if durable content is missing or damaged")
public final class CatalogueVerifyCommand extends CatalogueCommand {
    /** The result of the verification. */
    record Result(boolean sound, int definitions, int cutRecords, @Nullable String problem) {
        String toText() {
            return sound
                    ? "sound: definitions=" + definitions + ", records cut at the end=" + cutRecords
                    : "problem: " + problem;
        }
    }

    @Override
    public int run(PrintStream out) throws IOException {
        Result result = verify();
        show(out, result, text -> text.println(result.toText()));
        return result.sound() ? 0 : 1;
    }

    private Result verify() throws IOException {
        try {
            CatalogueReader reader = read();
            return new Result(true, reader.items().size(), reader.cutRecords(), null);
        } catch (FormatException damaged) {
            return new Result(false, 0, 0, damaged.getMessage());
        }
    }
}
