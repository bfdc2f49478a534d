package org.ssdtier.catalogue.cassandra.sstable;

import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.schema.CompressionParams;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.cassandra.config.WriteSettings;
import org.ssdtier.catalogue.cassandra.row.LayoutSampler;
import org.ssdtier.catalogue.cassandra.row.RowWriter;
import org.ssdtier.catalogue.cassandra.row.SchemaChoice;
import org.ssdtier.catalogue.cassandra.row.WriteCompression;
import org.ssdtier.catalogue.cassandra.row.WriteCounters;
import org.ssdtier.catalogue.cassandra.row.WriteTotals;
import org.ssdtier.catalogue.cassandra.row.WrittenSchemas;

/**
 * A writer of the dictionary of one SSTable. It is owned by the SSTable's index writer, which completes it as the first
 * durable step of the SSTable and closes it together with itself.
 *
 * <p>Definitions are on the heap only until the SSTable has all its rows: a compaction finishes one SSTable after the other, perhaps
 * thousands, and prepares all of them together at its end.
 */
public final class DictionaryWriter implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(DictionaryWriter.class);

    private final Descriptor descriptor;
    private final IdSource source;
    private final SchemaIds ids;
    private final WrittenSchemas schemas = new WrittenSchemas();
    private final WriteCounters counters = new WriteCounters();
    private final CataloguedHeader header;
    /** Null once the dictionary has been saved. */
    private @Nullable SchemaChoice choice;

    /**
     * Begins the dictionary of an SSTable.
     *
     * @param source the source of the definitions' IDs
     */
    DictionaryWriter(
            Descriptor descriptor,
            SerializationHeader stock,
            TableMetadata table,
            CompressionParams compression,
            IdSource source) {
        WriteSettings settings = WriteSettings.current();
        LayoutSampler layouts = new LayoutSampler(settings.layout(), compression);
        this.descriptor = descriptor;
        this.source = source;
        this.ids = source.idsFor(table.id);
        this.choice = new SchemaChoice(schemas, ids, settings.limits(), counters, layouts.budget());
        this.header = CataloguedHeader.forWriting(stock, table, schemas, new RowWriter(choice, layouts, counters));
        header.onAllRows(this::save);
    }

    /**
     * Begins the dictionary of an SSTable.
     *
     * @param stock the header that Cassandra made
     * @param operation the operation that writes the SSTable
     * @param source the source of the definitions' IDs
     */
    public static DictionaryWriter open(
            Descriptor descriptor,
            SerializationHeader stock,
            TableMetadata table,
            OperationType operation,
            IdSource source) {
        CompressionParams compression = WriteCompression.of(table.params.compression, operation);
        return new DictionaryWriter(descriptor, stock, table, compression, source);
    }

    /** Returns the header to write the SSTable with. */
    public CataloguedHeader header() {
        return header;
    }

    /**
     * Makes the dictionary durable, and with it the definitions of its IDs; no row is added afterwards. From then on the definitions
     * are read like those of any SSTable. Does not wait for the catalogue: its log follows on its own, and after a crash the
     * definitions that it lacks are adopted from the dictionary. Without effect once it has succeeded.
     *
     * @throws org.apache.cassandra.io.FSWriteError if it cannot be written; the SSTable is abandoned then
     */
    void save() {
        SchemaChoice chosen = choice;
        if (chosen == null) {
            return;
        }
        header.endWriting();
        int[] schemaIds = chosen.schemaIds();
        SchemasComponent.save(descriptor, schemas, schemaIds, ids.instanceId());
        FiledSchemas filed = FiledSchemas.written(
                descriptor.fileFor(CataloguedFormat.SCHEMAS).toPath(), ids.instanceId(), schemaIds);
        filed.keep(schemas.definitions());
        source.learn(ids.instanceId(), schemaIds, schemas);
        schemas.settle(filed);
        choice = null;
    }

    /**
     * Completes the dictionary as part of the SSTable: {@linkplain #save saves} it unless that has been done.
     *
     * @throws org.apache.cassandra.io.FSWriteError if it cannot be written
     */
    public void complete() {
        save();
        WriteTotals.NODE.add(counters, schemas.count());
        logger.debug("{}: {} schemas, {}", descriptor, schemas.count(), counters);
    }

    /** Releases the IDs for reclamation: the dictionary now refers to them, or they were abandoned. Idempotent. */
    @Override
    public void close() {
        ids.close();
    }
}
