package org.ssdtier.catalogue.cassandra.sstable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.utils.NoSpamLogger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.catalogue.SchemaListSalvage;
import org.ssdtier.catalogue.cassandra.row.RowSchemas;
import org.ssdtier.segmentlog.format.FormatException;

/** The schemas that are left of a damaged {@code Schemas.db}, and the warnings about it. */
final class DamagedSchemas {
    private static final Logger logger = LoggerFactory.getLogger(DamagedSchemas.class);
    private static final long WARN_MINUTES = 10;

    private DamagedSchemas() {}

    /** Returns the schemas of a file that is missing, all of which are lost, and logs a warning. */
    static RowSchemas missing(Path file) {
        warn(
                "file=" + file + ": missing, rows that need one of its definitions cannot be read. Scrub the table",
                List.of());
        return ListedSchemas.lost("file=" + file);
    }

    /**
     * Returns the schemas that are left of a damaged file, and logs a warning with the number of those that are lost.
     */
    static RowSchemas salvage(Path file, FormatException.Corrupt damaged) throws IOException {
        SchemaListSalvage salvage;
        try {
            salvage = SchemaListSalvage.read(file);
        } catch (FormatException.Corrupt nothing) {
            warn(
                    "file=" + file + ": nothing of it can be read. Scrub the table",
                    List.of(String.valueOf(nothing.getMessage())));
            return ListedSchemas.lost("file=" + file);
        }
        warn(
                "file=" + file + ": damaged, lost definitions=" + salvage.lost() + " of "
                        + salvage.slots().size()
                        + "; rows that need one are readable only while the node's catalogue has it. Scrub the table",
                salvage.findings().isEmpty() ? List.of(String.valueOf(damaged.getMessage())) : salvage.findings());
        return ListedSchemas.of(salvage, "file=" + file);
    }

    /** Logs a warning that a part was damaged or could not be read, and that its second copy was good. */
    static void warn(Path file, IOException damage) {
        warn(
                "file=" + file + ": damaged; the second copy was read instead. Scrub the table",
                List.of(String.valueOf(damage.getMessage())));
    }

    /**
     * Logs a warning, at most once per {@value #WARN_MINUTES} minutes for each file. The first finding names the
     * offset.
     */
    private static void warn(String what, List<String> findings) {
        String text =
                findings.isEmpty() ? what : what + ". Findings=" + findings.size() + ", first: " + findings.get(0);
        NoSpamLogger.log(logger, NoSpamLogger.Level.WARN, what, WARN_MINUTES, TimeUnit.MINUTES, "{}", text);
    }
}
