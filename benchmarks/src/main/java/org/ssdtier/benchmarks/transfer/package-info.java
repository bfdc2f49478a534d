/**
 * The command {@code bench transfer}: a tree of real files goes into a store of either model and back, also through
 * imports and exports that are killed; and the store's HTTP server beside a plain one.
 *
 * <p>{@link org.ssdtier.benchmarks.transfer.TransferRun} makes the {@link
 * org.ssdtier.benchmarks.transfer.SourceTree}, which {@link org.ssdtier.benchmarks.transfer.ModelTransfer} imports and
 * exports; every verb is a {@link org.ssdtier.benchmarks.transfer.FilesProgram} of its own, as a user starts it.
 */
@NullMarked
package org.ssdtier.benchmarks.transfer;

import org.jspecify.annotations.NullMarked;
