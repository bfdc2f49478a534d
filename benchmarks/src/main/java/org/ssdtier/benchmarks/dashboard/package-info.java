/**
 * {@code ./ssdtier bench dashboard}: a node with the JMX exporter under load, scraped by Prometheus: every query of the
 * dashboard must have data, and alerts are made to fire by real faults.
 */
@NullMarked
package org.ssdtier.benchmarks.dashboard;

import org.jspecify.annotations.NullMarked;
