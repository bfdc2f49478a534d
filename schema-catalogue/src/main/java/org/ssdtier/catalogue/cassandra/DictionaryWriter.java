package org.ssdtier.catalogue.cassandra;

import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.schema.CompressionParams;
import org.apache.cassandra.schema.TableMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.catalogue.SchemaIds;

/**
 * The dictionary of an SSTable that is being written. Owned by the SSTable's index writer, which completes it as the first
 * durable step of the SSTable and closes it with itself.
 */
public final class DictionaryWriter implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DictionaryWriter.class);

    private final Descriptor descriptor;
    private final SchemaIds ids;
    private final WrittenSchemas schemas = new WrittenSchemas();
    private final WriteCounters counters = new WriteCounters();
    private final SchemaChoice choice;
    private final CataloguedHeader header;

    /**
     * Begins the dictionary of an SSTable.
     *
     * @param ids give the definitions their IDs, and are closed with this
     */
    DictionaryWriter(
            Descriptor descriptor,
            SerializationHeader stock,
            TableMetadata table,
            CompressionParams compression,
            SchemaIds ids) {
        WriteSettings settings = WriteSettings.current();
        LayoutSampler layouts = new LayoutSampler(settings.layout(), compression);
        this.descriptor = descriptor;
        this.ids = ids;
        this.choice = new SchemaChoice(schemas, ids, settings.limits(), counters);
        this.header = CataloguedHeader.forWriting(stock, table, schemas, new RowWriter(choice, layouts, counters));
    }

    /**
     * Begins the dictionary of an SSTable.
     *
     * @param stock the header that Cassandra made
     * @param operation what writes the SSTable
     */
    public static DictionaryWriter open(
            Descriptor descriptor, SerializationHeader stock, TableMetadata table, OperationType operation) {
        CompressionParams compression = WriteCompression.of(table.params.compression, operation);
        return new DictionaryWriter(descriptor, stock, table, compression, NodeCatalogue.idsFor(table.id));
    }

    /** The header to write the SSTable with. */
    public CataloguedHeader header() {
        return header;
    }

    /**
     * Makes the dictionary durable, and so what its IDs stand for; no row is added any more. The catalogue is not waited for: it
     * follows by itself, and what it lacks after a crash it takes from here.
     *
     * @throws org.apache.cassandra.io.FSWriteError if it cannot be written
     */
    public void complete() {
        header.endWriting();
        int[] schemaIds = choice.schemaIds();
        SchemasComponent.save(descriptor, schemas, schemaIds, ids.instanceId());
        FiledSchemas filed = FiledSchemas.written(
                descriptor.fileFor(CataloguedFormat.SCHEMAS).toPath(), ids.instanceId(), schemaIds);
        filed.keep(schemas.definitions());
        NodeCatalogue.learn(ids.instanceId(), schemaIds, schemas);
        schemas.settle(filed);
        WriteTotals.NODE.add(counters, schemas.count());
        log.debug("{}: {} schemas, {}", descriptor, schemas.count(), counters);
    }

    /** Gives the IDs free for reclamation: the dictionary names them from now on, or they were given up. Idempotent. */
    @Override
    public void close() {
        ids.close();
    }
}
