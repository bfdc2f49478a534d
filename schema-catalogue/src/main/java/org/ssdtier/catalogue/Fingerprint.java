package org.ssdtier.catalogue;

/**
 * A 128-bit hash that represents a definition in memory, see {@link DefinitionHash}.
 *
 * @param high upper 64 bits
 * @param low lower 64 bits
 */
record Fingerprint(long high, long low) {}
