package org.ssdtier.catalogue;

/**
 * What stands for a definition in memory, see {@link DefinitionHash}.
 *
 * @param high its upper 64 bits
 * @param low its lower 64 bits
 */
record Fingerprint(long high, long low) {}
