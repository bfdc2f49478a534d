package org.ssdtier.node;

import java.net.URL;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.catalogue.cassandra.config.SchemaCatalogueConfig;
import org.ssdtier.catalogue.cassandra.config.SchemaCatalogueOptions;
import org.ssdtier.catalogue.cassandra.image.ImageRows;
import org.ssdtier.catalogue.cassandra.sstable.CurrentCatalogue;
import org.ssdtier.keyindex.cassandra.KeyIndexConfig;
import org.ssdtier.keyindex.cassandra.KeyIndexSettings;
import org.ssdtier.node.lifetimes.LifetimeHooks;
import org.ssdtier.node.lifetimes.WriteLifetimesConfig;
import org.ssdtier.rowcache.cassandra.SsdRowCache;
import org.ssdtier.rowcache.cassandra.SsdRowCacheConfig;
import org.ssdtier.rowcache.cassandra.SsdRowCacheOptions;
import org.ssdtier.rowcache.cassandra.SsdRowCacheProvider;
import org.ssdtier.rowcache.cassandra.YamlRefusal;

/** The methods that the woven configuration classes of Cassandra call while a node starts. */
public final class NodeStart {
    private static final Logger logger = LoggerFactory.getLogger(NodeStart.class);

    private NodeStart() {}

    /** Returns the value of {@code ssd_row_cache} in a configuration without that key. */
    public static SsdRowCacheConfig defaultConfiguration() {
        return new SsdRowCacheConfig();
    }

    /** Returns the value of {@code schema_catalogue} in a configuration without that key. */
    public static SchemaCatalogueConfig defaultCatalogueConfiguration() {
        return new SchemaCatalogueConfig();
    }

    /** Returns the value of {@code ssd_key_index} in a configuration without that key. */
    public static KeyIndexConfig defaultKeyIndexConfiguration() {
        return new KeyIndexConfig();
    }

    /** Returns the value of {@code write_lifetimes} in a configuration without that key. */
    public static WriteLifetimesConfig defaultLifetimesConfiguration() {
        return new WriteLifetimesConfig();
    }

    /**
     * Checks the options once the node's configuration has been read, and connects the row cache to the schema catalogue.
     *
     * @throws org.apache.cassandra.exceptions.ConfigurationException if the start is to be refused; the message says what was
     *     found, what is allowed, and what to do
     */
    public static void checkConfiguration() {
        Optional<SsdRowCacheOptions> rowCache = SsdRowCacheOptions.current();
        rowCache.ifPresent(SsdRowCacheOptions::check);
        SchemaCatalogueOptions.current().check();
        CurrentCatalogue.expect(SchemaCatalogueOptions.current().isEnabled());
        KeyIndexSettings.current().ifPresent(KeyIndexSettings::check);
        LifetimeHooks.configured();
        if (rowCache.isPresent()) {
            ImageRows.enable();
            SsdRowCache.use(new CatalogueImageSchemas());
        }
    }

    /** Logs in one line which value Cassandra's loader has refused, before the loader's own long message. */
    public static void explainRefusal(URL file, Throwable refusal) {
        YamlRefusal.explain(file, refusal).ifPresent(logger::error);
    }

    /** Returns the class name of the row cache's provider: ours if the tier is enabled, otherwise the configured one. */
    public static String rowCacheClassName(String configured) {
        return SsdRowCacheOptions.current().isPresent() ? SsdRowCacheProvider.class.getName() : configured;
    }
}
