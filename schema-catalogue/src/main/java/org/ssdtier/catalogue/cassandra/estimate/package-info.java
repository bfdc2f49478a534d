/**
 * The estimate of what the schema catalogue would save and cost for a table, from a sample of the SSTables of a host; no
 * node has to run. Start at {@link org.ssdtier.catalogue.cassandra.estimate.TableEstimate}.
 */
@NullMarked
package org.ssdtier.catalogue.cassandra.estimate;

import org.jspecify.annotations.NullMarked;
