package org.ssdtier.catalogue.cassandra.sstable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.io.FSWriteError;
import org.apache.cassandra.io.sstable.CorruptSSTableException;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.io.util.FileOutputStreamPlus;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.SchemaListEntry;
import org.ssdtier.catalogue.cassandra.row.RowSchemas;

/**
 * The component {@code Schemas.db} of an SSTable, undamaged: a {@link SchemaList} whose entry 0 has the ordinal 1.
 * Readers of an SSTable use {@link OpenedSchemas} instead.
 */
public final class SchemasComponent {
    private final SchemaList list;

    private SchemasComponent(SchemaList list) {
        this.list = list;
    }

    /**
     * Reads the component of an SSTable.
     *
     * @throws CorruptSSTableException if it is missing or damaged, or from a version that this jar cannot read; its
     *     cause names file, offset, what was found and what is allowed
     */
    public static SchemasComponent load(Descriptor descriptor) {
        File file = descriptor.fileFor(CataloguedFormat.SCHEMAS);
        try {
            return new SchemasComponent(SchemaList.read(file.toPath()));
        } catch (IOException e) {
            throw new CorruptSSTableException(e, file);
        }
    }

    /**
     * Writes the component and syncs it.
     *
     * @param schemas in the order of their ordinals
     * @param ids their schema IDs in {@code catalogue}, in the same order; 0 for none
     * @param catalogue the identity of the catalogue; 0 for none
     */
    static void save(Descriptor descriptor, RowSchemas schemas, int[] ids, long catalogue) {
        List<SchemaDefinition> definitions = schemas.definitions();
        List<SchemaListEntry> entries = new ArrayList<>(definitions.size());
        for (int i = 0; i < definitions.size(); i++) {
            entries.add(new SchemaListEntry(ids[i], definitions.get(i)));
        }
        File file = descriptor.fileFor(CataloguedFormat.SCHEMAS);
        ByteBuffer bytes = new SchemaList(catalogue, entries).encode();
        try (FileOutputStreamPlus out = file.newOutputStream(File.WriteMode.OVERWRITE)) {
            write(bytes, out);
        } catch (IOException e) {
            throw new FSWriteError(e, file);
        }
    }

    /** Writes bytes and syncs them. */
    static void write(ByteBuffer bytes, FileOutputStreamPlus out) throws IOException {
        out.write(bytes);
        out.flush(); // sync writes nothing of what is still in the buffer
        out.sync();
    }

    /** Returns the contents of the component, for maintenance of the catalogue. */
    public SchemaList list() {
        return list;
    }
}
