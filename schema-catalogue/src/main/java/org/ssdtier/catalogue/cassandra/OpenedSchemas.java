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
 * What an SSTable that is opened has of its {@code Schemas.db}. Damage does not keep it from being opened: only rows whose
 * definition is lost cannot be read, so tombstones, other rows and scrub need none of it.
 */
public final class OpenedSchemas {
    private static final Logger log = LoggerFactory.getLogger(OpenedSchemas.class);
    private static final long WARN_MINUTES = 10;

    private final RowSchemas schemas;

    private OpenedSchemas(RowSchemas schemas) {
        this.schemas = schemas;
    }

    /**
     * Opens the component of an SSTable: its first bytes are read, the rest when rows ask for it. Of a damaged one, what is left.
     *
     * @throws CorruptSSTableException if it cannot be opened, or is of a version that this jar cannot read; its cause names
     *     the file, what was found and what is allowed
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
            // only who scrubs opens an SSTable that lacks a component
            warn(
                    "file=" + file + ": missing, rows that need a definition of it cannot be read. Scrub the table",
                    List.of());
            return ListedSchemas.lost("file=" + file);
        }
    }

    /** What is left of a damaged file, with a warning that says how much is not. */
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
                        + "; rows that need one are read as long as the node's catalogue has it. Scrub the table",
                salvage.findings().isEmpty() ? List.of(String.valueOf(damaged.getMessage())) : salvage.findings());
        return ListedSchemas.of(salvage, "file=" + file);
    }

    /** Says that something was damaged or could not be read, and its second copy was good. */
    static void warn(Path file, IOException damage) {
        warn(
                "file=" + file + ": damaged, and answered by its second copy. Scrub the table",
                List.of(String.valueOf(damage.getMessage())));
    }

    /** Once for each file in a while; the first finding names the offset. */
    private static void warn(String what, List<String> findings) {
        String text =
                findings.isEmpty() ? what : what + ". Findings=" + findings.size() + ", first: " + findings.get(0);
        NoSpamLogger.log(log, NoSpamLogger.Level.WARN, what, WARN_MINUTES, TimeUnit.MINUTES, "{}", text);
    }

    /** The header for reading the SSTable with this dictionary. */
    public CataloguedHeader header(SerializationHeader stock, TableMetadata table) {
        return CataloguedHeader.forReading(stock, table, schemas);
    }
}
