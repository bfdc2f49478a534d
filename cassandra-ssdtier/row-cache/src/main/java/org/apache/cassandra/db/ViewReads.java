package org.apache.cassandra.db;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.cassandra.db.memtable.Memtable;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.rows.UnfilteredRowIterators;
import org.apache.cassandra.db.transform.RTBoundValidator;
import org.apache.cassandra.db.transform.Transformation;
import org.apache.cassandra.io.sstable.SSTableReadsListener;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.utils.Throwables;

/**
 * The reads of SSTables that were selected by the caller. Cassandra has a method for it since 5.0.7; where it is missing, the
 * sources are merged here. Which of them it is, is decided once, when this class is initialised.
 */
public final class ViewReads {
    private static final MethodHandle READ = find();

    private ViewReads() {}

    /**
     * Reads a partition from the given SSTables and memtables instead of those that the table has now.
     *
     * @param command a command for slices
     * @return the rows; the caller closes them
     */
    public static UnfilteredRowIterator read(
            SinglePartitionReadCommand command,
            ColumnFamilyStore table,
            ColumnFamilyStore.ViewFragment sources,
            ReadExecutionController controller) {
        try {
            return (UnfilteredRowIterator) READ.invokeExact(command, table, sources, controller);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e); // neither method declares a checked exception
        }
    }

    private static MethodHandle find() {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType read = MethodType.methodType(
                UnfilteredRowIterator.class,
                ColumnFamilyStore.class,
                ColumnFamilyStore.ViewFragment.class,
                ReadExecutionController.class);
        try {
            MethodHandle ofCassandra = lookup.findVirtual(
                    SinglePartitionReadCommand.class,
                    "queryMemtableAndDisk",
                    read.insertParameterTypes(2, Function.class));
            return MethodHandles.insertArguments(ofCassandra, 3, (Object) null);
        } catch (NoSuchMethodException isEarly) {
            return findMerge(lookup, read.insertParameterTypes(0, SinglePartitionReadCommand.class));
        } catch (IllegalAccessException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static MethodHandle findMerge(MethodHandles.Lookup lookup, MethodType type) {
        try {
            return lookup.findStatic(ViewReads.class, "merge", type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Merges the sources as {@code queryMemtableAndDisk} does for slices. */
    static UnfilteredRowIterator merge(
            SinglePartitionReadCommand command,
            ColumnFamilyStore table,
            ColumnFamilyStore.ViewFragment sources,
            ReadExecutionController controller) {
        List<UnfilteredRowIterator> inputs = new ArrayList<>();
        try {
            addMemtables(inputs, command, sources, controller);
            OpenedSSTables opened = new OpenedSSTables(table);
            addSSTables(inputs, command, table, sources, controller, opened);
            StorageHook.instance.reportRead(table.metadata().id, command.partitionKey());
            return inputs.isEmpty()
                    ? EmptyIterators.unfilteredRow(
                            table.metadata(),
                            command.partitionKey(),
                            command.clusteringIndexFilter().isReversed())
                    : Transformation.apply(UnfilteredRowIterators.merge(inputs), opened);
        } catch (RuntimeException | Error e) {
            Throwables.close(e, inputs);
            throw e;
        }
    }

    private static void addMemtables(
            List<UnfilteredRowIterator> inputs,
            SinglePartitionReadCommand command,
            ColumnFamilyStore.ViewFragment sources,
            ReadExecutionController controller) {
        for (Memtable memtable : sources.memtables) {
            UnfilteredRowIterator rows = memtable.rowIterator(
                    command.partitionKey(),
                    command.clusteringIndexFilter().getSlices(command.metadata()),
                    command.columnFilter(),
                    command.clusteringIndexFilter().isReversed(),
                    SSTableReadsListener.NOOP_LISTENER);
            if (rows != null) {
                controller.updateMinOldestUnrepairedTombstone(memtable.getMinLocalDeletionTime());
                inputs.add(RTBoundValidator.validate(rows, RTBoundValidator.Stage.MEMTABLE, false));
            }
        }
    }

    /**
     * Adds the SSTables from the newest on, up to one whose partition deletion is newer than all of what the next one holds.
     * One is opened when the merge reaches its lowest row, or now if it may hold a deletion of the partition.
     */
    private static void addSSTables(
            List<UnfilteredRowIterator> inputs,
            SinglePartitionReadCommand command,
            ColumnFamilyStore table,
            ColumnFamilyStore.ViewFragment sources,
            ReadExecutionController controller,
            SSTableReadsListener listener) {
        long deletedAt = inputs.stream()
                .mapToLong(rows -> rows.partitionLevelDeletion().markedForDeleteAt())
                .max()
                .orElse(Long.MIN_VALUE);
        List<SSTableReader> newestFirst = new ArrayList<>(sources.sstables);
        newestFirst.sort(SSTableReader.maxTimestampDescending);
        for (SSTableReader sstable : newestFirst) {
            if (sstable.getMaxTimestamp() < deletedAt) {
                return;
            }
            if (!sstable.isRepaired()) {
                controller.updateMinOldestUnrepairedTombstone(sstable.getMinLocalDeletionTime());
            }
            UnfilteredRowIterator rows = StorageHook.instance.makeRowIteratorWithLowerBound(
                    table,
                    sstable,
                    command.partitionKey(),
                    command.clusteringIndexFilter(),
                    command.columnFilter(),
                    listener);
            inputs.add(rows); // it validates its bounds itself, and a wrapper would hide its lower bound from the merge
            deletedAt = Math.max(deletedAt, rows.partitionLevelDeletion().markedForDeleteAt());
        }
    }

    /** The SSTables that one read opened, counted where Cassandra counts them: each when it is opened, all at the end. */
    private static final class OpenedSSTables extends Transformation<UnfilteredRowIterator>
            implements SSTableReadsListener {
        private final ColumnFamilyStore table;
        private int opened;

        OpenedSSTables(ColumnFamilyStore table) {
            this.table = table;
        }

        @Override
        public void onSSTableSelected(SSTableReader sstable, SelectionReason reason) {
            sstable.incrementReadCount();
            opened++;
        }

        @Override
        protected void onPartitionClose() {
            table.metric.updateSSTableIterated(opened);
        }
    }
}
