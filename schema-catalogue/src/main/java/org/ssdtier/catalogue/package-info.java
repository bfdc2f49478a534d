/**
 * The core of the schema catalogue: a map on the SSD from schema definitions to permanent 32-bit schema IDs.
 * Independent of Cassandra.
 *
 * <p>Start reading at {@link org.ssdtier.catalogue.SchemaDefinition}, then {@link org.ssdtier.catalogue.SchemaIds}, the
 * only part of a catalogue that a writer of SSTables uses, then {@link org.ssdtier.catalogue.SchemaList}, the
 * dictionary that an SSTable carries with it.
 */
@NullMarked
package org.ssdtier.catalogue;

import org.jspecify.annotations.NullMarked;
