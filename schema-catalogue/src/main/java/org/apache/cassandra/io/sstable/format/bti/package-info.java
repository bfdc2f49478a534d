/**
 * The classes of the format {@code catalogued} that need package-private members of Cassandra's package of this name.
 *
 * <p>Reading order: {@link org.apache.cassandra.io.sstable.format.bti.BtiCataloguedFormat} (found by Cassandra through
 * {@code META-INF/services}), {@link org.apache.cassandra.io.sstable.format.bti.CataloguedVersion} (the versions that
 * can be read), {@code CataloguedReaderFactory} and {@code CataloguedWriterFactory} (Cassandra's own readers and
 * writers of the format {@code bti}, with our header). Everything else of the format is in {@code
 * org.ssdtier.catalogue.cassandra.sstable}.
 */
@NullMarked
package org.apache.cassandra.io.sstable.format.bti;

import org.jspecify.annotations.NullMarked;
