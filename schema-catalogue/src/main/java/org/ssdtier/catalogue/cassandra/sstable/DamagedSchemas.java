package org.ssdtier.catalogue.cassandra.sstable;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileSystemException;
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

    /** Logs a warning that nothing of a file can be read, because the device fails. */
    static void warnUnread(Path file, IOException failure) {
        warn(
                "file=" + file
                        + ": cannot be read, so rows that need one of its definitions cannot be read until it can."
                        + " It is tried again every minute",
                List.of(String.valueOf(failure.getMessage())));
    }

    /**
     * Returns whether a failure to read is damage: of the bytes, or of the device below them. Not that the file cannot be opened,
     * that the thread was interrupted, or that the file is of another version.
     */
    static boolean isDamage(IOException e) {
        return e instanceof FormatException.Corrupt
                || !(e instanceof FormatException
                        || e instanceof FileSystemException
                        || e instanceof ClosedChannelException);
    }

    /**
     * Returns the schemas that are left of a damaged file, and logs a warning with the number of those that are lost.
     *
     * @throws IOException if nothing of it can be read because the device fails
     */
    static RowSchemas salvage(SchemasFile from, IOException damaged) throws IOException {
        Path file = from.path();
        SchemaListSalvage salvage;
        try {
            salvage = from.read(input -> SchemaListSalvage.of(input, from.name()));
        } catch (FormatException.Corrupt nothing) {
            warn(
                    "file=" + file + ": nothing of it can be read. Scrub the table",
                    List.of(String.valueOf(nothing.getMessage())));
            return ListedSchemas.lost("file=" + file);
        }
        warnLost(file, salvage, damaged);
        return ListedSchemas.of(salvage, "file=" + file);
    }

    /** Logs a warning with the number of definitions that a damaged file has lost. */
    static void warnLost(Path file, SchemaListSalvage salvage, IOException damaged) {
        warn(
                "file=" + file + ": damaged, lost definitions=" + salvage.lost() + " of "
                        + salvage.slots().size()
                        + "; rows that need one are readable only while the node's catalogue has it. Scrub the table",
                salvage.findings().isEmpty() ? List.of(String.valueOf(damaged.getMessage())) : salvage.findings());
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
