package org.ssdtier.catalogue.cassandra;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.Set;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.apache.cassandra.io.sstable.Component;
import org.apache.cassandra.io.sstable.IScrubber;
import org.apache.cassandra.io.sstable.format.AbstractSSTableFormat;
import org.apache.cassandra.io.sstable.format.SSTableFormat;
import org.apache.cassandra.io.sstable.format.Version;
import org.apache.cassandra.io.sstable.format.bti.BtiFormat;
import org.apache.cassandra.io.sstable.format.bti.CataloguedReaderFactory;
import org.apache.cassandra.io.sstable.format.bti.CataloguedVersion;
import org.apache.cassandra.io.sstable.format.bti.CataloguedWriterFactory;
import org.apache.cassandra.utils.OutputHandler;

/**
 * The SSTable format {@code catalogued}: the indexes of Cassandra's {@code bti}, rows without column names and map
 * keys, and a mandatory component {@code Schemas.db} with the schema definitions that the rows refer to.
 *
 * <p>Cassandra finds the format through {@code META-INF/services}. Every node and tool that has the jar can read such
 * SSTables; {@link TableChoice} selects the tables that are written in the format.
 */
public final class CataloguedFormat extends BtiFormat {
    /** The format's name, in file names and in {@code sstable.selected_format}. */
    public static final String NAME = "catalogued";

    private static final Component.Type SCHEMAS_TYPE =
            Component.Type.createSingleton("SCHEMAS", "Schemas.db", true, CataloguedFormat.class);

    /** The dictionary: schema ordinal → (schema ID, definition). */
    public static final Component SCHEMAS = SCHEMAS_TYPE.getSingleton();

    private final Version latestVersion = CataloguedVersion.of(this, CataloguedVersion.CURRENT);
    private final CataloguedReaderFactory readerFactory = new CataloguedReaderFactory();
    private final CataloguedWriterFactory writerFactory = new CataloguedWriterFactory();

    private CataloguedFormat(Map<String, String> options) {
        super(options);
        rename();
    }

    /** Sets the name, a final field of a superclass that would otherwise have BtiFormat's name. */
    private void rename() {
        try {
            Field name = AbstractSSTableFormat.class.getDeclaredField("name");
            name.setAccessible(true);
            name.set(this, NAME);
        } catch (ReflectiveOperationException e) {
            throw new ConfigurationException("The name of an SSTable format cannot be set in this Cassandra", e);
        }
    }

    /** Returns the instance of this node. */
    public static SSTableFormat<?, ?> instance() {
        SSTableFormat<?, ?> format = DatabaseDescriptor.getSSTableFormats().get(NAME);
        if (format == null) {
            throw new IllegalStateException("SSTable format " + NAME + " is not registered; registered are "
                    + DatabaseDescriptor.getSSTableFormats().keySet());
        }
        return format;
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
    public IScrubber getScrubber(
            ColumnFamilyStore table,
            LifecycleTransaction transaction,
            OutputHandler output,
            IScrubber.Options options) {
        if (!table.metadata().equals(transaction.onlyOne().metadata())) {
            throw new IllegalArgumentException(
                    "SSTable=" + transaction.onlyOne() + " has another definition of its table than " + table);
        }
        return new CataloguedScrubber(table, transaction, output, options);
    }

    @Override
    public Version getLatestVersion() {
        return latestVersion;
    }

    @Override
    public Version getVersion(String version) {
        return CataloguedVersion.of(this, version);
    }

    @Override
    public Set<Component> primaryComponents() {
        return with(super.primaryComponents());
    }

    @Override
    public Set<Component> batchComponents() {
        return with(super.batchComponents());
    }

    @Override
    public Set<Component> uploadComponents() {
        return with(super.uploadComponents());
    }

    @Override
    public Set<Component> allComponents() {
        return with(super.allComponents());
    }

    private static Set<Component> with(Set<Component> components) {
        return Sets.union(components, ImmutableSet.of(SCHEMAS)).immutableCopy();
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
            if (!options.isEmpty()) {
                throw new ConfigurationException("cassandra.yaml: sstable.format." + NAME + "=" + options
                        + " cannot be used; allowed: no options here, set them in schema_catalogue");
            }
            return new CataloguedFormat(options);
        }
    }
}
