package org.apache.cassandra.io.sstable.format.bti;

import java.util.Map;
import org.apache.cassandra.io.sstable.format.SSTableFormat;
import org.apache.cassandra.io.sstable.format.Version;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedFormat;

/**
 * The SSTable format {@code catalogued} with its versions, readers and writers. Cassandra finds it through {@code
 * META-INF/services}.
 */
public final class BtiCataloguedFormat extends CataloguedFormat {
    private final Version latestVersion = CataloguedVersion.of(this, CURRENT_VERSION);
    private final CataloguedReaderFactory readerFactory = new CataloguedReaderFactory();
    private final CataloguedWriterFactory writerFactory = new CataloguedWriterFactory();

    private BtiCataloguedFormat(Map<String, String> options) {
        super(options);
    }

    @Override
    public CataloguedWriterFactory getWriterFactory() {
        return writerFactory;
    }

    @Override
    public CataloguedReaderFactory getReaderFactory() {
        return readerFactory;
    }

    @Override
    public Version getLatestVersion() {
        return latestVersion;
    }

    @Override
    public Version getVersion(String version) {
        return CataloguedVersion.of(this, version);
    }

    /** The factory that Cassandra uses to create the format. */
    public static final class Factory implements SSTableFormat.Factory {
        /** Creates a factory; called by {@link java.util.ServiceLoader}. */
        public Factory() {}

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public SSTableFormat<?, ?> getInstance(Map<String, String> options) {
            return new BtiCataloguedFormat(options);
        }
    }
}
