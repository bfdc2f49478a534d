package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.io.sstable.CorruptSSTableException;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.NoSpamLogger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.SchemaListSalvage;
import org.ssdtier.catalogue.SchemaListSummary;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The schemas of an SSTable that is opened, from its {@code Schemas.db}. A damaged file does not prevent the opening:
 * only rows whose definition is lost cannot be read. Tombstones, other rows and scrub do not need the lost definitions.
 */
public final class OpenedSchemas {
    private static final Logger log = LoggerFactory.getLogger(OpenedSchemas.class);
    private static final long WARN_MINUTES = 10;

    private final RowSchemas schemas;

    private OpenedSchemas(RowSchemas schemas) {
        this.schemas = schemas;
    }

    /**
     * Opens the component of an SSTable: reads its first bytes; the rest is read when rows need it. Of a damaged
     * component, opens what is left.
     *
     * @throws CorruptSSTableException if it cannot be opened, or is of a version that this jar cannot read; its cause
     *     names the file, what was found and what is allowed
     */
    public static OpenedSchemas open(Descriptor descriptor) {
        File file = descriptor.fileFor(CataloguedFormat.SCHEMAS);
        try {
            return new OpenedSchemas(read(file.toPath()));
        } catch (IOException e) {
            throw new CorruptSSTableException(e, file);
        }
    }

    private static RowSchemas read(Path file) throws IOException {
        try {
            SchemaListSummary summary = SchemaListSummary.read(file);
            return summary.isByPosition()
                    ? FiledSchemas.opened(file, summary.count())
                    : ListedSchemas.of(StreamDictionaries.definitions(SchemaList.read(file)));
        } catch (FormatException.TooOld | FormatException.TooNew e) {
            UnreadableVersions.add(file, e);
            throw e;
        } catch (FormatException.Corrupt damaged) {
            return salvage(file, damaged);
        } catch (NoSuchFileException missing) {
            // only scrub opens an SSTable that lacks a component
            warn(
                    "file=" + file + ": missing, rows that need one of its definitions cannot be read. Scrub the table",
                    List.of());
            return ListedSchemas.lost("file=" + file);
        }
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
        NoSpamLogger.log(log, NoSpamLogger.Level.WARN, what, WARN_MINUTES, TimeUnit.MINUTES, "{}", text);
    }

    /** Returns the header for reading the SSTable with this dictionary. */
    public CataloguedHeader header(SerializationHeader stock, TableMetadata table) {
        return CataloguedHeader.forReading(stock, table, schemas);
    }
}
