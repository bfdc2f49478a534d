/**
 * Key indexes of SSTables on the SSD: from the token of a partition key to the position of the partition in the
 * SSTable's data file.
 *
 * <p><b>Why.</b> A read of one partition that no cache answers costs Cassandra a random read of the SSTable's own index
 * before the read of its data, on the same slow disk. With a key index it costs one 4 KiB read of the SSD instead.
 *
 * <p><b>Life of a key index.</b> {@link org.ssdtier.keyindex.KeyIndexWriter} gets the tokens of an SSTable in their
 * order and packs them into pages, about six bytes a key; the header page is written last, so a file with a valid
 * header is complete. {@link org.ssdtier.keyindex.KeyIndexFile} keeps the first token of every page in memory and
 * answers a look-up with one page read. {@link org.ssdtier.keyindex.KeyIndexes} holds the files of a node, within a
 * number of bytes. When the device fails, {@link org.ssdtier.keyindex.KeyIndexDirectory} closes all of them, and opens
 * them again when the device is back.
 *
 * <p><b>What it promises.</b> A key index may answer "unknown" at any time, and the reader then uses the SSTable's own
 * index. A position is a candidate: the caller compares the key in the data file. "Absent" is a fact, protected by the
 * checksums of the pages and by the identity in the header: SSTables never change.
 */
@NullMarked
package org.ssdtier.keyindex;

import org.jspecify.annotations.NullMarked;
