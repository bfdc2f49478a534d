package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class DefinitionMemoryTest {
    private static final long SMALLEST = (long) DefinitionMemory.SHARDS * DefinitionRing.FIRST_BYTES;

    /** Compares with a model of everything ever put: each definition found is right, and any other was evicted. */
    @Test
    void get_afterManyPuts_isWhatWasPutOrNothing() {
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            DefinitionRing ring = new DefinitionRing(DefinitionRing.FIRST_BYTES << random.nextInt(3));
            Map<Long, SchemaDefinition> model = new HashMap<>();
            int found = 0;
            for (int step = 0; step < 20_000; step++) {
                long number = random.nextInt(150) + ((long) random.nextInt(3) << 32);
                if (random.nextInt(3) > 0) {
                    byte[] bytes = ring.get(number);
                    if (bytes != null) {
                        found++;
                        assertEquals(
                                ByteBuffer.wrap(bytes(model.get(number))),
                                ByteBuffer.wrap(bytes),
                                "seed=" + seed + " step=" + step);
                    }
                } else {
                    SchemaDefinition definition =
                            model.computeIfAbsent(number, n -> definition("n" + n, random.nextInt(60)));
                    ring.put(number, definition);
                    assertNotNull(ring.get(number), "seed=" + seed + " step=" + step);
                }
            }
            assertTrue(found > 1_000 && ring.evicted() > 1_000, "found=" + found + " evicted=" + ring.evicted());
            assertEquals(
                    ring.count(),
                    model.keySet().stream().filter(n -> ring.get(n) != null).count());
        }
    }

    /** Checked by removal: without memory each definition costs an attempt, which is half a second on a JVM. */
    @Test
    void put_withoutMemory_triesRarely_andKeepsAgainWhenThereIsSome() {
        AtomicInteger attempts = new AtomicInteger();
        AtomicBoolean hasMemory = new AtomicBoolean(true);
        DefinitionRing ring = new DefinitionRing(16 * DefinitionRing.FIRST_BYTES, bytes -> {
            attempts.incrementAndGet();
            if (!hasMemory.get()) {
                throw new OutOfMemoryError("for a test");
            }
            return ByteBuffer.allocate(bytes);
        });
        ring.put(0, definition("first", 3));
        hasMemory.set(false);
        attempts.set(0);
        for (int n = 1; n < 10_000; n++) {
            try {
                ring.put(n, definition("n" + n, 3));
            } catch (OutOfMemoryError expected) {
                assertNull(ring.get(n));
            }
        }
        assertTrue(attempts.get() > 0 && attempts.get() < 20, "attempts=" + attempts);
        assertNotNull(ring.get(0));
        hasMemory.set(true);
        for (int n = 0; n <= DefinitionRing.PUTS_WITHOUT_MEMORY; n++) {
            ring.put(n, definition("n" + n, 3));
        }
        assertNotNull(ring.get(DefinitionRing.PUTS_WITHOUT_MEMORY));
    }

    /**
     * Checked by removal: if no record is spared, a definition that is requested all the time is evicted with the rest.
     */
    @Test
    void put_beyondTheBound_sparesWhatIsAskedFor() {
        DefinitionRing ring = new DefinitionRing(DefinitionRing.FIRST_BYTES);
        ring.put(0, definition("hot", 3));
        for (int n = 1; n < 10_000; n++) {
            assertNotNull(ring.get(0), "n=" + n);
            ring.put(n, definition("cold" + n, 3));
        }
        assertTrue(ring.evicted() > 5_000, "evicted=" + ring.evicted());
        assertTrue(ring.bytes() <= DefinitionRing.FIRST_BYTES, "bytes=" + ring.bytes());
    }

    @Test
    void put_whatIsLongerThanItsShare_isNotKept() {
        DefinitionMemory memory = new DefinitionMemory(SMALLEST);
        memory.put(1, definition("long", 500));
        memory.put(2, definition("short", 5));
        assertNull(memory.get(1));
        assertEquals(definition("short", 5), memory.get(2));
        assertEquals(1, memory.count());
    }

    /**
     * The hash table counts too. Checked by removal: if only the ring is bounded, both take a quarter more than allowed,
     * and half more if definitions are as short as possible.
     */
    @Test
    void bytes_ofManyDefinitions_stayWithinTheBound() {
        for (int keys : new int[] {0, 1, 5}) {
            DefinitionMemory memory = new DefinitionMemory(4 << 20);
            for (int n = 0; n < 200_000; n++) {
                memory.put(n, definition(keys == 0 ? "d" : "d" + n, keys));
            }
            assertTrue(memory.bytes() <= memory.maxBytes(), "keys=" + keys + " bytes=" + memory.bytes());
            assertTrue(memory.bytes() > memory.maxBytes() / 2, "keys=" + keys + " bytes=" + memory.bytes());
            assertTrue(memory.count() > 30_000, "keys=" + keys + " count=" + memory.count());
            assertEquals(200_000, memory.count() + memory.evicted());
        }
    }

    @Test
    void get_fromManyThreads_isWhole() throws InterruptedException {
        DefinitionMemory memory = new DefinitionMemory(SMALLEST);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Random random = new Random(t);
            Thread thread = new Thread(() -> {
                for (int step = 0; step < 30_000; step++) {
                    int number = random.nextInt(3_000);
                    SchemaDefinition wanted = definition("n" + number, number % 20);
                    SchemaDefinition found = memory.get(number);
                    assertTrue(found == null || found.equals(wanted), "number=" + number);
                    memory.put(number, wanted);
                }
            });
            thread.setUncaughtExceptionHandler((in, e) -> failure.set(e));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertNull(failure.get(), String.valueOf(failure.get()));
    }

    @Test
    void boundBelowTheFirstRing_isRefused() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> new DefinitionMemory(SMALLEST - 16));
        assertTrue(refused.getMessage().contains("allowed: at least"), refused.getMessage());
    }

    private static byte[] bytes(SchemaDefinition definition) {
        byte[] bytes = new byte[definition.length()];
        definition.writeTo(ByteBuffer.wrap(bytes));
        return bytes;
    }

    private static SchemaDefinition definition(String name, int keys) {
        List<ByteBuffer> parts = new ArrayList<>();
        for (int k = 0; k < keys; k++) {
            parts.add(ByteBuffer.wrap(String.format("key%03d", k).getBytes(StandardCharsets.UTF_8)));
        }
        ByteBuffer column = ByteBuffer.wrap(name.getBytes(StandardCharsets.UTF_8));
        return SchemaDefinition.of(List.of(new SchemaColumn(column, false, ColumnForm.CELLS, parts)));
    }
}
