package org.ssdtier.catalogue;

import java.util.UUID;

/**
 * The dictionary of an SSTable.
 *
 * @param table the table the SSTable is of; all zeros when it is not known
 * @param list the dictionary
 */
public record TableList(UUID table, SchemaList list) {}
