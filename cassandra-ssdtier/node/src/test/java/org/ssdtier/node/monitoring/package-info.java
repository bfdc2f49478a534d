/** Tests of the files for Prometheus and Grafana against the metrics of a node. */
@NullMarked
package org.ssdtier.node.monitoring;

import org.jspecify.annotations.NullMarked;
