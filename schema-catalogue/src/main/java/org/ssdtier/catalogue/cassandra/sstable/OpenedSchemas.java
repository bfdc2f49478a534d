package org.ssdtier.catalogue.cassandra.sstable;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.function.LongSupplier;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.io.sstable.CorruptSSTableException;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.schema.TableMetadata;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.SchemaListSummary;
import org.ssdtier.catalogue.cassandra.row.RowSchemas;
import org.ssdtier.segmentlog.device.NanoClock;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The schemas of an SSTable that is opened, from its {@code Schemas.db}. A damaged file does not prevent the opening:
 * only rows whose definition is lost cannot be read. Tombstones, other rows and scrub do not need the lost definitions.
 */
public final class OpenedSchemas {
    private final RowSchemas schemas;

    private OpenedSchemas(RowSchemas schemas) {
        this.schemas = schemas;
    }

    /**
     * Opens the component of an SSTable: reads its first bytes; the rest is read when rows need it. Of a damaged
     * component, opens what is left; of one that the device does not read, nothing yet.
     *
     * @throws CorruptSSTableException if it cannot be opened, or is of a version that this jar cannot read; its cause
     *     names the file, what was found and what is allowed
     */
    public static OpenedSchemas open(Descriptor descriptor) {
        File file = descriptor.fileFor(CataloguedFormat.SCHEMAS);
        try {
            return new OpenedSchemas(read(new SchemasFile(file.toPath()), NanoClock.SYSTEM));
        } catch (FileSystemException unopened) { // only its text: see DefinitionUnavailableException
            throw new CorruptSSTableException(new IOException(file + ": cannot be opened (" + unopened + ")"), file);
        } catch (IOException e) {
            throw new CorruptSSTableException(e, file);
        }
    }

    /** Reads what {@link #open} does. If the device fails, all definitions are lost for now. */
    static RowSchemas read(SchemasFile file, LongSupplier nanoClock) throws IOException {
        try {
            return readNow(file);
        } catch (NoSuchFileException missing) {
            return DamagedSchemas.missing(file.path()); // only scrub opens an SSTable that lacks a component
        } catch (IOException e) {
            if (!DamagedSchemas.isDamage(e)) {
                throw e;
            }
            DamagedSchemas.warnUnread(file.path(), e);
            return new UnreadSchemas(file, OpenedSchemas::readNow, nanoClock);
        }
    }

    /**
     * Reads a component whose device may fail.
     *
     * @throws IOException if it cannot be read, also if the device fails
     */
    private static RowSchemas readNow(SchemasFile file) throws IOException {
        try {
            return file.read(input -> {
                SchemaListSummary summary = SchemaListSummary.of(input, file.name());
                return summary.isByPosition()
                        ? FiledSchemas.opened(file, summary.count())
                        : ListedSchemas.of(SchemaList.read(input, file.name()).definitions());
            });
        } catch (FormatException.TooOld | FormatException.TooNew e) {
            UnreadableVersions.add(file.path(), e);
            throw e;
        } catch (FormatException.Corrupt damaged) {
            return DamagedSchemas.salvage(file, damaged);
        }
    }

    /** Returns the header for reading the SSTable with this dictionary. */
    public CataloguedHeader header(SerializationHeader stock, TableMetadata table) {
        return CataloguedHeader.forReading(stock, table, schemas);
    }
}
