package org.ssdtier.catalogue.cassandra.row;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.SchemaDefinition;

/**
 * The schemas of an SSTable that is being written; once it has all its rows they are in its file.
 *
 * <p>One thread, the SSTable's writer, adds schemas and finally calls {@link #settle}. Any thread may read, because a
 * compaction opens its result before it is complete: a slot is written before the count that includes it, and never
 * again.
 */
public final class WrittenSchemas extends RowSchemas {
    private static final SchemaDefinition[] NONE = {};

    private volatile SchemaDefinition[] slots = new SchemaDefinition[16];
    private volatile int count;
    /** The schemas that replace the slots; set before the slots are dropped. */
    private volatile @Nullable RowSchemas settled;

    /** Adds a definition and returns its ordinal. Only for the writer's thread. */
    int add(SchemaDefinition definition) {
        int index = count;
        SchemaDefinition[] here = slots;
        if (index == here.length) {
            here = Arrays.copyOf(here, 2 * index);
            slots = here;
        }
        here[index] = definition;
        count = index + 1; // after the slot: a reader reads the count first
        return index + 1;
    }

    /**
     * Replaces the slots by {@code complete}, which has the same schemas. Only for the writer's thread, which adds no
     * more.
     */
    public void settle(RowSchemas complete) {
        settled = complete;
        slots = NONE;
    }

    @Override
    public RowSchema get(int ordinal) throws IOException {
        int known = count;
        SchemaDefinition[] here = slots;
        RowSchemas complete = settled; // read after the slots: if those are dropped, this is set
        if (complete != null) {
            return complete.get(ordinal);
        }
        if (ordinal <= INLINE || ordinal > known) {
            throw corrupt(ordinal, known);
        }
        return RowSchema.of(here[ordinal - 1]);
    }

    @Override
    public int count() {
        return count;
    }

    /** Returns the number of definitions that are kept here, on the heap. */
    public int countOnHeap() {
        return settled == null ? count : 0;
    }

    @Override
    public List<SchemaDefinition> definitions() {
        int known = count;
        SchemaDefinition[] here = slots;
        RowSchemas complete = settled;
        if (complete != null) {
            return complete.definitions();
        }
        return List.of(Arrays.copyOf(here, known));
    }
}
