package org.apache.cassandra.io.sstable.format.bti;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableSet;
import java.util.Collection;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.lifecycle.LifecycleNewTracker;
import org.apache.cassandra.index.Index;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.SSTable;
import org.apache.cassandra.io.util.SequentialWriter;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.cassandra.NodeCatalogue;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedFormat;
import org.ssdtier.catalogue.cassandra.sstable.DictionaryWriter;
import org.ssdtier.catalogue.cassandra.sstable.WovenCassandra;

/**
 * A factory for writers of SSTables of the format {@code catalogued}: those of Cassandra's {@code bti}, but with our
 * rows and their dictionary.
 */
final class CataloguedWriterFactory extends BtiFormat.BtiTableWriterFactory {
    /** Creates the factory of the format. */
    CataloguedWriterFactory() {}

    @Override
    public BtiTableWriter.Builder builder(Descriptor descriptor) {
        WovenCassandra.require();
        return new Builder(descriptor);
    }

    private static final class Builder extends BtiTableWriter.Builder {
        private @Nullable DictionaryWriter dictionary;

        Builder(Descriptor descriptor) {
            super(descriptor);
        }

        @Override
        public BtiTableWriter.Builder addDefaultComponents(Collection<Index.Group> indexGroups) {
            super.addDefaultComponents(indexGroups);
            addComponents(ImmutableSet.of(CataloguedFormat.SCHEMAS));
            return this;
        }

        /** Returns our header while the SSTable's writer is built, and otherwise Cassandra's. */
        @Override
        public SerializationHeader getSerializationHeader() {
            return dictionary == null ? super.getSerializationHeader() : dictionary.header();
        }

        @Override
        protected BtiTableWriter buildInternal(LifecycleNewTracker tracker, SSTable.Owner owner) {
            SerializationHeader stock = Preconditions.checkNotNull(super.getSerializationHeader());
            DictionaryWriter opened = DictionaryWriter.open(
                    descriptor, stock, getTableMetadataRef().getLocal(), tracker.opType(), NodeCatalogue.IDS);
            dictionary = opened;
            try {
                return super.buildInternal(tracker, owner);
            } catch (RuntimeException | Error e) {
                opened.close();
                throw e;
            } finally {
                dictionary = null;
            }
        }

        @Override
        protected BtiTableWriter.IndexWriter openIndexWriter(SequentialWriter dataWriter) {
            return new IndexWriter(this, dataWriter, Preconditions.checkNotNull(dictionary));
        }
    }

    /** The index writer, whose step is the first durable one of an SSTable; the dictionary is completed before it. */
    private static final class IndexWriter extends BtiTableWriter.IndexWriter {
        private final DictionaryWriter dictionary;

        IndexWriter(Builder builder, SequentialWriter dataWriter, DictionaryWriter dictionary) {
            super(builder, dataWriter);
            this.dictionary = dictionary;
        }

        @Override
        protected void doPrepare() {
            dictionary.complete();
            super.doPrepare();
        }

        @Override
        protected Throwable doPostCleanup(Throwable accumulate) {
            dictionary.close();
            return super.doPostCleanup(accumulate);
        }
    }
}
