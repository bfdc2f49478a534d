/**
 * The experiment {@code files}: a store of many small files in two datacentres beside two file systems, in the set-up
 * of the paper on Cassandra as a store of static content.
 *
 * <p>Reading order: {@link org.ssdtier.benchmarks.smallfiles.FilesScale} (the sizes), {@link
 * org.ssdtier.benchmarks.smallfiles.FilesArm} (what is compared), {@link
 * org.ssdtier.benchmarks.smallfiles.FilesPlan} (the slots), {@link
 * org.ssdtier.benchmarks.smallfiles.ServedFiles} (what serves the files), with {@link
 * org.ssdtier.benchmarks.smallfiles.StoreCluster} and {@link
 * org.ssdtier.benchmarks.smallfiles.ServedFileSystem}, {@link
 * org.ssdtier.benchmarks.smallfiles.FilesVisit} (the slots of one of these), {@link
 * org.ssdtier.benchmarks.smallfiles.FilesRun} (all of them), {@link
 * org.ssdtier.benchmarks.smallfiles.FilesReport} (the report).
 */
@NullMarked
package org.ssdtier.benchmarks.smallfiles;

import org.jspecify.annotations.NullMarked;
