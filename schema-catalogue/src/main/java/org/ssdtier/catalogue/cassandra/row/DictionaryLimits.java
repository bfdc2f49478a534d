package org.ssdtier.catalogue.cassandra.row;

/**
 * The limits of an SSTable's dictionary. Rows whose definition exceeds them contain their names.
 *
 * @param sightings number of times that a shape must be seen before it is added: 1 means immediately, 2 with probation
 * @param definitions maximum number of definitions of one SSTable
 * @param bytes maximum bytes of all definitions of one SSTable, including the ID and the length of each
 * @param definitionBytes maximum bytes of one definition
 */
public record DictionaryLimits(int sightings, int definitions, long bytes, int definitionBytes) {
    /** The limits of a node whose cassandra.yaml names none. */
    public static final DictionaryLimits DEFAULT = new DictionaryLimits(2, 16_384, 1 << 20, 16 << 10);
}
