package org.ssdtier.catalogue.cassandra.sstable;

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
import org.apache.cassandra.utils.OutputHandler;
import org.ssdtier.catalogue.cassandra.config.SchemaCatalogueOptions;

/**
 * The SSTable format {@code catalogued}: the indexes of Cassandra's {@code bti}, rows without column names and map
 * keys, and a mandatory component {@code Schemas.db} with the schema definitions that the rows refer to.
 *
 * <p>Every node and tool that has the jar can read such SSTables; {@code TableChoice} selects the tables that are
 * written in the format. {@code BtiCataloguedFormat}, which Cassandra finds, adds the parts that only a class of
 * Cassandra's own package can have: versions, readers and writers.
 */
public abstract class CataloguedFormat extends BtiFormat {
    /** The format's name, in file names and in {@code sstable.selected_format}. */
    public static final String NAME = SchemaCatalogueOptions.FORMAT;

    /** The version written; see {@code CataloguedVersion}. */
    public static final String CURRENT_VERSION = "da";

    /** The oldest version still read. */
    public static final String OLDEST_VERSION = "da";

    private static final Component.Type SCHEMAS_TYPE =
            Component.Type.createSingleton("SCHEMAS", "Schemas.db", true, CataloguedFormat.class);

    /** The dictionary: schema ordinal → (schema ID, definition). */
    public static final Component SCHEMAS = SCHEMAS_TYPE.getSingleton();

    /**
     * Creates the format.
     *
     * @param options the options in {@code sstable.format.catalogued} of {@code cassandra.yaml}
     * @throws ConfigurationException if there are any
     */
    protected CataloguedFormat(Map<String, String> options) {
        super(options);
        if (!options.isEmpty()) {
            throw new ConfigurationException("cassandra.yaml: sstable.format." + NAME + "=" + options
                    + " cannot be used; allowed: no options here, set them in schema_catalogue");
        }
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

    @Override
    public abstract Version getLatestVersion();

    @Override
    public abstract Version getVersion(String version);

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
}
