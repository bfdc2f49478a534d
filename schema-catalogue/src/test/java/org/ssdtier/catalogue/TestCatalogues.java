package org.ssdtier.catalogue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.MemoryStorage;
import org.ssdtier.segmentlog.device.Storage;

/** Static methods to create and use small catalogues in tests. */
final class TestCatalogues {
    static final UUID OWNER = new UUID(1, 2);
    static final UUID TABLE = new UUID(3, 4);
    static final int ID_RESERVE = 16_384;
    static final int SEGMENT_BYTES = 32 << 10;
    static final CatalogueOptions TINY = CatalogueOptions.ofOwner(OWNER)
            .withCapacity(64L * SEGMENT_BYTES, SEGMENT_BYTES)
            .withCaps(10_000, 8_000, 8_000)
            .withReadTimeout(0)
            .withIdReserve(ID_RESERVE)
            .withFollower(false);

    private TestCatalogues() {}

    static SchemaCatalogue open(Storage storage) throws IOException {
        return SchemaCatalogue.open(storage, TINY);
    }

    /** Interns numbered definitions, writes them to the log and closes the lease. */
    static int[] intern(SchemaCatalogue catalogue, long from, long to) {
        try (SchemaIds ids = catalogue.lease(TABLE)) {
            int[] given = new int[(int) (to - from)];
            for (long n = from; n < to; n++) {
                given[(int) (n - from)] = ids.idOf(Definitions.numbered(n));
            }
            if (!catalogue.sync()) {
                throw new AssertionError("sync");
            }
            return given;
        }
    }

    /** Returns a dictionary as an SSTable of this catalogue would have it. */
    static SchemaList list(SchemaCatalogue catalogue, long... numbers) {
        List<SchemaListEntry> entries = new ArrayList<>();
        for (long n : numbers) {
            SchemaDefinition definition = Definitions.numbered(n);
            entries.add(new SchemaListEntry(catalogue.find(definition), definition));
        }
        return new SchemaList(catalogue.instanceId(), entries);
    }

    /** Returns the dictionaries of a node's SSTables, all of them readable. */
    static LiveDictionaries live(SchemaList... lists) {
        return each -> {
            for (SchemaList list : lists) {
                each.accept(new TableList(TABLE, list));
            }
            return List.of();
        };
    }

    /** Runs two rounds, so that definitions found by neither are dropped. Returns the result of the second. */
    static Round reclaim(SchemaCatalogue catalogue, SchemaList... lists) throws IOException {
        catalogue.round(live(lists));
        return catalogue.round(live(lists));
    }

    /** Returns a copy of all devices. */
    static MemoryStorage copy(Storage from) throws IOException {
        MemoryStorage copy = new MemoryStorage();
        for (String name : from.names()) {
            put(copy, name, bytes(from, name));
        }
        return copy;
    }

    static byte[] bytes(Storage storage, String name) throws IOException {
        try (Device device = storage.open(name)) {
            ByteBuffer all = ByteBuffer.allocate((int) device.size());
            device.read(all, 0);
            return all.array();
        }
    }

    static void put(Storage to, String name, byte[] bytes) throws IOException {
        try (Device device = to.open(name)) {
            device.write(ByteBuffer.wrap(bytes), 0);
        }
    }

    static void flip(Storage storage, String name, long offset) throws IOException {
        byte[] all = bytes(storage, name);
        all[(int) offset] ^= 1;
        put(storage, name, all);
    }
}
