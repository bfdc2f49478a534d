package org.ssdtier.catalogue.cassandra.sstable;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.DefinitionMemory;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.cassandra.config.SchemaCatalogueOptions;
import org.ssdtier.catalogue.cassandra.row.RowSchema;

/**
 * The definitions of all open SSTables by their {@link SchemaNumbers}, each kept once for the node, however many
 * SSTables have it. All of them are kept outside the heap, up to a bound. Those used to read rows are also kept on the
 * heap, ready for use, up to another bound.
 */
public final class NodeDefinitions {
    /** The approximate maximum heap, in bytes. */
    static final long HEAP_BYTES = 32L << 20;

    /** The instance of this process. */
    public static final NodeDefinitions NODE =
            new NodeDefinitions(SchemaCatalogueOptions.current().definitionMemoryBytes(), HEAP_BYTES);

    /**
     * The multiplier of Fibonacci hashing (Knuth, 1973). It is odd, so that distinct numbers have distinct products.
     */
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private final DefinitionMemory memory;
    private final Cache<Long, RowSchema> ready;
    private final Policy.Eviction<Long, RowSchema> readyBound;
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();

    NodeDefinitions(long memoryBytes, long heapBytes) {
        this.memory = new DefinitionMemory(memoryBytes);
        this.ready = Caffeine.newBuilder()
                .maximumWeight(heapBytes)
                .weigher((Long number, RowSchema schema) -> schema.heapBytes())
                .executor(Runnable::run)
                .build();
        this.readyBound = ready.policy().eviction().orElseThrow();
    }

    /** Returns the schema of a number; null if it is not in memory. */
    @Nullable
    RowSchema get(long number) {
        RowSchema known = ready.getIfPresent(key(number));
        if (known == null) {
            SchemaDefinition kept = memory.get(number);
            known = kept == null ? null : use(number, kept);
        }
        (known == null ? misses : hits).increment();
        return known;
    }

    /** Keeps a definition, and returns its schema. */
    RowSchema add(long number, SchemaDefinition definition) {
        keep(number, definition);
        return use(number, definition);
    }

    /** Keeps a definition outside the heap. */
    void keep(long number, SchemaDefinition definition) {
        memory.put(number, definition);
    }

    private RowSchema use(long number, SchemaDefinition definition) {
        RowSchema schema = RowSchema.of(definition);
        ready.put(key(number), schema);
        return schema;
    }

    /**
     * Returns the key of a number. Spaces and the numbers in them both count from 1, so thousands of unmixed numbers
     * would have the same hash.
     */
    private static Long key(long number) {
        return number * GOLDEN;
    }

    /** Returns the memory outside the heap. */
    public DefinitionMemory memory() {
        return memory;
    }

    /** Returns roughly how much heap the definitions take that are ready for use, in bytes. */
    public long heapBytes() {
        return readyBound.weightedSize().orElseThrow();
    }

    /** Returns the bound on {@link #heapBytes}. */
    public long maxHeapBytes() {
        return readyBound.getMaximum();
    }

    /** Returns the number of look-ups that found the definition in memory. */
    public long hits() {
        return hits.sum();
    }

    /** Returns the number of look-ups that did not find the definition in memory. */
    public long misses() {
        return misses.sum();
    }
}
