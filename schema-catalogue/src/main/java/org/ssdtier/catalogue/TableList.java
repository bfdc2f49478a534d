package org.ssdtier.catalogue;

import java.util.UUID;

/**
 * The dictionary of an SSTable, with its table.
 *
 * @param table the table of the SSTable; all zeros if unknown
 * @param list the dictionary
 */
public record TableList(UUID table, SchemaList list) {}
