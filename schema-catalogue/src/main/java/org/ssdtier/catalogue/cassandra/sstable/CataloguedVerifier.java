package org.ssdtier.catalogue.cassandra.sstable;

import java.io.IOException;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.io.sstable.format.bti.BtiTableReader;
import org.apache.cassandra.io.sstable.format.bti.BtiTableVerifier;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.utils.OutputHandler;
import org.ssdtier.catalogue.SchemaList;

/**
 * The verifier of the format. It works as that of Cassandra's {@code bti} and also checks every byte of {@code
 * Schemas.db}, including both copies of what is stored twice.
 */
public final class CataloguedVerifier extends BtiTableVerifier {
    /** Creates a verifier of one SSTable. */
    public CataloguedVerifier(
            ColumnFamilyStore table, BtiTableReader sstable, OutputHandler output, boolean isOffline, Options options) {
        super(table, sstable, output, isOffline, options);
    }

    @Override
    protected void verifySSTableMetadata() {
        super.verifySSTableMetadata();
        File file = sstable.descriptor.fileFor(CataloguedFormat.SCHEMAS);
        outputHandler.output("Checking %s", file);
        try {
            SchemaList.read(file.toPath());
        } catch (IOException e) {
            outputHandler.warn(e);
            markAndThrow(e);
        }
    }
}
