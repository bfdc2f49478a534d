/**
 * The section {@code schema_catalogue} of {@code cassandra.yaml}, and the choice of the tables that are written in the
 * format {@code catalogued}.
 *
 * <p>Reading order: {@link org.ssdtier.catalogue.cassandra.config.SchemaCatalogueConfig} (the fields that Cassandra's
 * loader fills), {@link org.ssdtier.catalogue.cassandra.config.SchemaCatalogueOptions} (their checked values), {@code
 * TableChoice} and {@code TableExtension} (the property of a table that overrides them), {@code WriteSettings} (what
 * applies to the SSTable being written).
 */
@NullMarked
package org.ssdtier.catalogue.cassandra.config;

import org.jspecify.annotations.NullMarked;
