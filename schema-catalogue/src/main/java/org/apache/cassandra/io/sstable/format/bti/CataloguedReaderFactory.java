package org.apache.cassandra.io.sstable.format.bti;

import java.io.IOException;
import java.util.Set;
import org.apache.cassandra.io.sstable.Component;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.SSTable;
import org.apache.cassandra.io.sstable.format.SSTableReaderLoadingBuilder;
import org.apache.cassandra.schema.TableMetadataRef;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedHeader;
import org.ssdtier.catalogue.cassandra.sstable.OpenedSchemas;
import org.ssdtier.catalogue.cassandra.sstable.WovenCassandra;

/**
 * A factory for readers of SSTables of the format {@code catalogued}: those of Cassandra's {@code bti}, but with our
 * header.
 */
final class CataloguedReaderFactory extends BtiFormat.BtiTableReaderFactory {
    /** Creates the factory of the format. */
    CataloguedReaderFactory() {}

    @Override
    public SSTableReaderLoadingBuilder<BtiTableReader, BtiTableReader.Builder> loadingBuilder(
            Descriptor descriptor, TableMetadataRef table, Set<Component> components) {
        WovenCassandra.require();
        return new LoadingBuilder(
                new SSTable.Builder<>(descriptor).setTableMetadataRef(table).setComponents(components));
    }

    private static final class LoadingBuilder extends BtiTableReaderLoadingBuilder {
        LoadingBuilder(SSTable.Builder<?, ?> builder) {
            super(builder);
        }

        @Override
        protected void openComponents(
                BtiTableReader.Builder builder, SSTable.Owner owner, boolean validate, boolean online)
                throws IOException {
            CataloguedVersion.require(descriptor.version);
            // the dictionary first: if it cannot be read, nothing else has to be closed
            OpenedSchemas schemas = OpenedSchemas.open(descriptor);
            super.openComponents(builder, owner, validate, online);
            if (builder.getSerializationHeader() != null) {
                CataloguedHeader header = schemas.header(
                        builder.getSerializationHeader(),
                        builder.getTableMetadataRef().getLocal());
                builder.setSerializationHeader(header);
            }
        }
    }
}
