/**
 * Compression of images with Zstd and dictionaries that are trained from a table's own images. It does not depend on tables, tiers or
 * the log; an image is a sequence of bytes of which one flag is reserved, see
 * {@link org.ssdtier.rowcache.compression.CompressedImageDescriptor}.
 *
 * <p>Both tiers hold the same bytes, so an image is compressed once, when it is made, and decompressed when it is decoded.
 *
 * <h2>Life of a dictionary</h2>
 *
 * <ol>
 *   <li><b>Sample</b> ({@code SampleSet}): the first images of a table are copied, up to a bound.
 *   <li><b>Trial</b> ({@code DictionaryTrial}): a single background thread trains a dictionary on four fifths of the sample and
 *       measures it on the rest. If it does not save enough, nothing of the table is compressed, and the next trial comes after
 *       several times as many images ({@code TrialSchedule}).
 *   <li><b>Save</b> ({@code DictionaryStore}): the writer of the SSD tier writes the dictionary to a file of its own and syncs it.
 *       Only then is it used. So no image on the SSD needs a dictionary that is not durable.
 *   <li><b>Use</b> ({@code TableCompression}): new images are compressed with the newest dictionary. Older ones are kept, up to a
 *       bound, because images on the SSD still need them. An image whose dictionary is gone is a miss.
 *   <li><b>End</b>: when its table is dropped, when newer ones replace it, and at an erasure, its file is overwritten and deleted,
 *       because a dictionary contains pieces of rows.
 * </ol>
 *
 * <p>The ID of a dictionary is a hash of its content and its table, and every compressed image carries a checksum over its original
 * bytes and the dictionary. So an image is never decompressed with the wrong dictionary.
 *
 * <p>Reading order: {@link org.ssdtier.rowcache.compression.ImageCompression},
 * {@link org.ssdtier.rowcache.compression.TableCompression}, {@link org.ssdtier.rowcache.compression.Compressor},
 * {@link org.ssdtier.rowcache.compression.Decompressor}.
 */
@NullMarked
package org.ssdtier.rowcache.compression;

import org.jspecify.annotations.NullMarked;
