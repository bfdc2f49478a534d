package org.ssdtier.catalogue;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Static methods to create definitions for tests. */
final class Definitions {
    private Definitions() {}

    static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }

    static SchemaColumn map(String name, String... keys) {
        List<ByteBuffer> parts = new ArrayList<>();
        for (String key : keys) {
            parts.add(bytes(key));
        }
        return new SchemaColumn(bytes(name), false, ColumnForm.CELLS, parts);
    }

    static SchemaColumn simple(String name) {
        return SchemaColumn.of(bytes(name), false, ColumnForm.SIMPLE);
    }

    /** Returns the n-th of many different definitions, each of about 40 to 60 bytes. */
    static SchemaDefinition numbered(long n) {
        return SchemaDefinition.of(List.of(simple("name"), map("attrs", "color", "key-" + n, "size")));
    }

    /** Returns a definition with the given number of canonical bytes. */
    static SchemaDefinition ofBytes(int bytes, long n) {
        int nameBytes = Math.min(bytes - 40, 60_000);
        List<SchemaColumn> columns = new ArrayList<>(List.of(simple("n" + n)));
        for (int left = bytes - 20; left > 10; left -= nameBytes + 4) {
            columns.add(simple("x".repeat(Math.max(1, Math.min(nameBytes, left - 5)))));
        }
        return SchemaDefinition.of(columns);
    }

    static SchemaDefinition random(Random random) {
        List<SchemaColumn> columns = new ArrayList<>();
        for (int left = random.nextInt(6); left > 0; left--) {
            ColumnForm form = ColumnForm.of(random.nextInt(ColumnForm.count()));
            List<ByteBuffer> parts = new ArrayList<>();
            for (int part = form.hasParts() ? random.nextInt(5) : 0; part > 0; part--) {
                parts.add(randomBytes(random, 300));
            }
            columns.add(new SchemaColumn(randomBytes(random, 20), random.nextBoolean(), form, parts));
        }
        return SchemaDefinition.of(columns);
    }

    private static ByteBuffer randomBytes(Random random, int bound) {
        byte[] bytes = new byte[random.nextInt(bound)];
        random.nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }
}
