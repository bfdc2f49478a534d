package org.ssdtier.keyindex.cassandra;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.io.FSError;
import org.apache.cassandra.io.sstable.AbstractRowIndexEntry;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.format.SSTableReader.Operator;
import org.apache.cassandra.io.sstable.format.bti.PartitionIndex;
import org.apache.cassandra.io.util.FileDataInput;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.FileSegmentInputStream;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.apache.cassandra.utils.vint.VIntCoding;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.keyindex.KeyDraft;
import org.ssdtier.keyindex.KeyIndexes;
import org.ssdtier.keyindex.KeyPosition;

/**
 * Static methods that the woven readers and writers of SSTables call. None throws: what goes wrong here, also a lack of memory
 * outside the heap, must not end a flush, a compaction or the node.
 */
public final class KeyIndexHooks {
    private static final Logger logger = LoggerFactory.getLogger(KeyIndexHooks.class);
    private static final ByteBuffer NO_ENTRIES = ByteBuffer.allocate(0);

    private KeyIndexHooks() {}

    /** Starts the keeper of the key indexes, if the node's options ask for them. Called once the node is loaded. */
    public static void nodeStarted() {
        KeyIndexKeeper.start();
    }

    /**
     * Returns the input from which a reader of format {@code big} reads the index entry of a partition: the index itself,
     * or the one entry that a key index knows, or no entry if the SSTable does not have the key.
     *
     * @param index the SSTable's index
     * @param position position in the index at which the reader would begin
     * @param sstable the SSTable
     * @param key the key or token that is searched for
     * @param operator relation of the entry that is searched for to {@code key}
     */
    public static FileDataInput indexReader(
            FileHandle index, long position, SSTableReader sstable, PartitionPosition key, Operator operator) {
        KeyIndexes<Descriptor> indexes = KeyIndexKeeper.current();
        if (indexes != null && operator == Operator.EQ && key instanceof DecoratedKey partition) {
            ByteBuffer entry = entryOrNull(indexes, sstable, partition);
            if (entry != null) {
                return new FileSegmentInputStream(entry, index.path(), 0);
            }
        }
        return index.createReader(position);
    }

    /**
     * Returns the place of a partition of an SSTable of format {@code bti}, as the SSTable's own index has it.
     *
     * @param index the SSTable's index, used if no key index answers
     */
    public static long exactCandidate(PartitionIndex.Reader index, DecoratedKey key, SSTableReader sstable) {
        KeyIndexes<Descriptor> indexes = KeyIndexKeeper.current();
        if (indexes != null) {
            try {
                long position = find(indexes, sstable, key);
                if (position != KeyPosition.UNKNOWN) {
                    return position == KeyPosition.ABSENT ? PartitionIndex.NOT_FOUND : ~position;
                }
            } catch (RuntimeException | AssertionError | LinkageError | OutOfMemoryError e) {
                logger.debug("{}: the key index was not used", sstable, e);
            }
        }
        return index.exactCandidate(key);
    }

    /** Returns the draft of the key index of an SSTable that will be written; null if it gets none. */
    public static @Nullable KeyDraft begin(Descriptor sstable) {
        try {
            return KeyIndexKeeper.draft(sstable);
        } catch (RuntimeException | LinkageError | AssertionError | OutOfMemoryError e) {
            logger.debug("{}: no draft of a key index", sstable, e);
            return null;
        }
    }

    /** Adds a partition that has been written to an SSTable to the draft of its key index. */
    public static void written(@Nullable KeyDraft draft, DecoratedKey key, AbstractRowIndexEntry entry) {
        if (draft != null && !draft.isGivenUp()) {
            try {
                if (key.getToken() instanceof Murmur3Partitioner.LongToken token) {
                    draft.add(token.token, entry.position, entry.isIndexed());
                } else {
                    draft.giveUp(); // the table of an index has a partitioner of its own
                }
            } catch (RuntimeException | LinkageError | AssertionError | OutOfMemoryError e) {
                draft.giveUp();
            }
        }
    }

    /** Ends the draft of an SSTable that is complete. */
    public static void prepared(@Nullable KeyDraft draft, Descriptor sstable) {
        if (draft != null) {
            try {
                KeyIndexKeeper.finish(sstable, draft);
            } catch (RuntimeException | LinkageError | AssertionError | OutOfMemoryError e) {
                draft.giveUp();
            }
        }
    }

    /** Gives up the draft of an SSTable that is written anew in part, or not completed. */
    public static void withdrawn(@Nullable KeyDraft draft, Descriptor sstable) {
        if (draft != null) {
            try {
                KeyIndexKeeper.giveUp(sstable, draft);
            } catch (RuntimeException | LinkageError | AssertionError | OutOfMemoryError e) {
                logger.debug("{}: the draft of its key index may keep memory", sstable, e);
            }
        }
    }

    private static @Nullable ByteBuffer entryOrNull(
            KeyIndexes<Descriptor> indexes, SSTableReader sstable, DecoratedKey key) {
        try {
            long position = find(indexes, sstable, key);
            if (position == KeyPosition.ABSENT) {
                return NO_ENTRIES.duplicate();
            }
            if (position == KeyPosition.UNKNOWN) {
                return null;
            }
            if (isAt(sstable, position, key.getKey())) {
                return entry(key.getKey(), position);
            }
            indexes.recordMismatch();
        } catch (IOException | RuntimeException | FSError | AssertionError | LinkageError | OutOfMemoryError e) {
            // the SSTable's own index answers, or fails as Cassandra's read does
            logger.debug("{}: the key index was not used", sstable, e);
        }
        return null;
    }

    private static long find(KeyIndexes<Descriptor> indexes, SSTableReader sstable, DecoratedKey key) {
        return key.getToken() instanceof Murmur3Partitioner.LongToken token
                ? indexes.find(sstable.descriptor, token.token)
                : KeyPosition.UNKNOWN;
    }

    /** Returns whether the partition at a position of the data file has the given key. */
    private static boolean isAt(SSTableReader sstable, long position, ByteBuffer key) throws IOException {
        try (FileDataInput data = sstable.getFileDataInput(position)) {
            return ByteBufferUtil.equalsWithShortLength(data, key);
        }
    }

    /** Returns an index entry as the index has it for a partition without an index of its rows. */
    private static ByteBuffer entry(ByteBuffer key, long position) {
        int keyBytes = key.remaining();
        ByteBuffer entry =
                ByteBuffer.allocate(Short.BYTES + keyBytes + VIntCoding.computeUnsignedVIntSize(position) + 1);
        entry.putShort((short) keyBytes);
        entry.put(key.duplicate());
        VIntCoding.writeUnsignedVInt(position, entry);
        entry.put((byte) 0);
        return entry.flip();
    }
}
