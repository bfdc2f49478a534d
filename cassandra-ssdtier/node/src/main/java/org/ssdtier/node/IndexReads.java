package org.ssdtier.node;

import net.bytebuddy.asm.MemberSubstitution;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.format.SSTableReader.Operator;
import org.apache.cassandra.io.sstable.format.bti.PartitionIndex;
import org.apache.cassandra.io.util.FileDataInput;
import org.apache.cassandra.io.util.FileHandle;
import org.ssdtier.keyindex.cassandra.KeyIndexHooks;

/**
 * Calls that replace single calls in Cassandra's readers of SSTables. The annotations, of which the weaver takes the
 * arguments, are not needed on a node and not on its class path.
 */
public final class IndexReads {
    private IndexReads() {}

    /** As {@link KeyIndexHooks#indexReader}; replaces a call of {@link FileHandle#createReader(long)}. */
    public static FileDataInput indexReader(
            @MemberSubstitution.This FileHandle index,
            @MemberSubstitution.Argument(0) long position,
            @MemberSubstitution.This(source = MemberSubstitution.Source.ENCLOSING_METHOD) SSTableReader sstable,
            @MemberSubstitution.Argument(value = 0, source = MemberSubstitution.Source.ENCLOSING_METHOD)
                    PartitionPosition key,
            @MemberSubstitution.Argument(value = 1, source = MemberSubstitution.Source.ENCLOSING_METHOD)
                    Operator operator) {
        return KeyIndexHooks.indexReader(index, position, sstable, key, operator);
    }

    /** As {@link KeyIndexHooks#exactCandidate}; replaces a call of {@link PartitionIndex.Reader#exactCandidate}. */
    public static long exactCandidate(
            @MemberSubstitution.This PartitionIndex.Reader index,
            @MemberSubstitution.Argument(0) DecoratedKey key,
            @MemberSubstitution.This(source = MemberSubstitution.Source.ENCLOSING_METHOD) SSTableReader sstable) {
        return KeyIndexHooks.exactCandidate(index, key, sstable);
    }
}
