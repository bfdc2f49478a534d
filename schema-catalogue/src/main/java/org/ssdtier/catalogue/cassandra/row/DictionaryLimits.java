package org.ssdtier.catalogue.cassandra.row;

/**
 * The limits of an SSTable's dictionary. Rows whose definition exceeds them contain their names.
 *
 * @param hasProbation whether a shape is added only after its {@link Probation}, instead of immediately
 * @param definitions maximum number of definitions of one SSTable
 * @param bytes maximum bytes of all definitions of one SSTable, including the ID and the length of each
 * @param definitionBytes maximum bytes of one definition
 */
public record DictionaryLimits(boolean hasProbation, int definitions, long bytes, int definitionBytes) {
    /** The limits of a node whose cassandra.yaml names none. */
    public static final DictionaryLimits DEFAULT = new DictionaryLimits(true, 16_384, 1 << 20, 16 << 10);
}
