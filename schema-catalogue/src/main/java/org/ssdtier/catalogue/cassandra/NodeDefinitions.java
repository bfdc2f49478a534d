package org.ssdtier.catalogue.cassandra;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.DefinitionMemory;
import org.ssdtier.catalogue.SchemaDefinition;

/**
 * The definitions of all open SSTables, once for the node however many SSTables have them, by their {@link SchemaNumbers}: all of
 * them outside the heap, up to a bound, and those that rows are read with ready for use on the heap, up to another.
 */
final class NodeDefinitions {
    /** The most memory outside the heap. */
    static final long MEMORY_BYTES = 64L << 20;
    /** About the most heap. */
    static final long HEAP_BYTES = 32L << 20;

    /** Those of this process. */
    static final NodeDefinitions NODE = new NodeDefinitions(MEMORY_BYTES, HEAP_BYTES);

    /** Odd, so that no two numbers become one. */
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private final DefinitionMemory memory;
    private final Cache<Long, RowSchema> ready;
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();

    NodeDefinitions(long memoryBytes, long heapBytes) {
        this.memory = new DefinitionMemory(memoryBytes);
        this.ready = Caffeine.newBuilder()
                .maximumWeight(heapBytes)
                .weigher((Long number, RowSchema schema) -> schema.heapBytes())
                .executor(Runnable::run)
                .build();
    }

    /** The schema of a number; null if it is not in memory. */
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

    /** Spaces and what is in them count from 1 on both: as they are, thousands of numbers would have one hash. */
    private static Long key(long number) {
        return number * GOLDEN;
    }

    DefinitionMemory memory() {
        return memory;
    }

    long hits() {
        return hits.sum();
    }

    long misses() {
        return misses.sum();
    }
}
