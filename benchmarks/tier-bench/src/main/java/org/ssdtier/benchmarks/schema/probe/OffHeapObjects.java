package org.ssdtier.benchmarks.schema.probe;

import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.db.partitions.ImmutableBTreePartition;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.transform.Transformation;
import org.apache.cassandra.utils.concurrent.ImmediateFuture;
import org.apache.cassandra.utils.concurrent.OpOrder;
import org.apache.cassandra.utils.memory.Cloner;
import org.apache.cassandra.utils.memory.MemtableAllocator;
import org.apache.cassandra.utils.memory.NativePool;

/**
 * The memory of a memtable with {@code memtable_allocation_type: offheap_objects}: the clusterings and cells of its
 * rows.
 */
final class OffHeapObjects implements AutoCloseable {
    private static final long LIMIT_BYTES = 2L << 30;

    private final MemtableAllocator allocator;

    OffHeapObjects() {
        allocator =
                new NativePool(LIMIT_BYTES, LIMIT_BYTES, 1, () -> ImmediateFuture.success(false)).newAllocator("probe");
    }

    /** Returns copies of partitions with their rows in this memory, as in a memtable. */
    List<ImmutableBTreePartition> copies(List<ImmutableBTreePartition> partitions) {
        List<ImmutableBTreePartition> copies = new ArrayList<>(partitions.size());
        try (OpOrder.Group group = new OpOrder().start()) {
            ToMemory toMemory = new ToMemory(allocator.cloner(group));
            for (ImmutableBTreePartition partition : partitions) {
                try (UnfilteredRowIterator rows = Transformation.apply(partition.unfilteredIterator(), toMemory)) {
                    copies.add(ImmutableBTreePartition.create(rows));
                }
            }
        }
        return copies;
    }

    /** Frees the memory; copies must not be used afterwards. */
    @Override
    public void close() {
        allocator.setDiscarding();
        allocator.setDiscarded();
    }

    private static final class ToMemory extends Transformation<UnfilteredRowIterator> {
        private final Cloner cloner;

        ToMemory(Cloner cloner) {
            this.cloner = cloner;
        }

        @Override
        protected Row applyToStatic(Row row) {
            return row.isEmpty() ? row : row.clone(cloner);
        }

        @Override
        protected Row applyToRow(Row row) {
            return row.clone(cloner);
        }
    }
}
