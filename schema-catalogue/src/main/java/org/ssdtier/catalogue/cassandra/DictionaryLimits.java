package org.ssdtier.catalogue.cassandra;

/**
 * What enters an SSTable's dictionary, and how much of it. Rows beyond have their names themselves.
 *
 * @param sightings how often a shape must be seen before it enters: 1 is at once, 2 is with probation
 * @param definitions definitions of one SSTable
 * @param bytes bytes of all definitions of one SSTable, with the ID and the length of each
 * @param definitionBytes bytes of one definition
 */
record DictionaryLimits(int sightings, int definitions, long bytes, int definitionBytes) {}
