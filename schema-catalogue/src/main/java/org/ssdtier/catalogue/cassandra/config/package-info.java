/** The options of the schema catalogue: cassandra.yaml, and the tables that are written in its format. */
@NullMarked
package org.ssdtier.catalogue.cassandra.config;

import org.jspecify.annotations.NullMarked;
