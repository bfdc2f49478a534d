/**
 * What stands between YCSB and a Cassandra cluster: settings read from YCSB's properties, the session that all client
 * threads share, the table, and how records become statements.
 */
@NullMarked
package org.ssdtier.ycsb.cql;

import org.jspecify.annotations.NullMarked;
