/**
 * The file store itself. {@link org.ssdtier.files.store.FileStore} has the operations.
 *
 * <p>A put writes the chunks of a large file first and then one row with the metadata, and the content of a small file.
 * Each version of a file has a row of its own, and readers use the greatest version, so they see one whole version.
 * {@code Layouts} and {@code Splitter} divide large directories into buckets while clients use them;
 * {@link org.ssdtier.files.table.Layout} has the protocol. {@link org.ssdtier.files.store.Traversal} visits every file
 * once, {@link org.ssdtier.files.store.Verification} checks all.
 */
@NullMarked
package org.ssdtier.files.store;

import org.jspecify.annotations.NullMarked;
