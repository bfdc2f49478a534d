/**
 * The schema catalogue's core: a schema definition has a 32-bit schema ID, on the SSD and for good. Knows nothing of Cassandra.
 *
 * <p>Start reading at {@link org.ssdtier.catalogue.SchemaDefinition}, then {@link org.ssdtier.catalogue.SchemaIds}, which is
 * all that a writer of SSTables sees of a catalogue, then {@link org.ssdtier.catalogue.SchemaList}, a dictionary that an
 * SSTable carries with it.
 */
@NullMarked
package org.ssdtier.catalogue;

import org.jspecify.annotations.NullMarked;
