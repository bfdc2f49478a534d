/**
 * The connection between YCSB and a Cassandra cluster: settings read from YCSB's properties, the session that all
 * client threads share, the table, and the mapping of records to statements.
 */
@NullMarked
package org.ssdtier.ycsb.cql;

import org.jspecify.annotations.NullMarked;
