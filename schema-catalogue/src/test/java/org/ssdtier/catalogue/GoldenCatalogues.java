package org.ssdtier.catalogue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.ssdtier.segmentlog.device.MemoryStorage;

/**
 * The golden files of version 1 under {@code src/test/resources/golden/catalogue-1} and, in a log of version 2,
 * {@code catalogue-1-log-2}, compressed: a catalogue stopped cleanly, one that was killed after a reclamation and has a
 * void record, and a dictionary. They are never changed; another version gets a directory of its own, written by
 * {@link #main}.
 */
final class GoldenCatalogues {
    static final long INSTANCE_ID = 0x0123456789ABCDEFL;
    static final int DEFINITIONS = 40;
    /** The directory of the version that is written. */
    static final String CURRENT = "catalogue-1-log-2";

    static final CatalogueOptions OPTIONS = TestCatalogues.TINY.withInstanceIds(() -> INSTANCE_ID);
    static final List<String> FILES =
            List.of("manifest", "segment-00000", "segment-00001", "segment-00002", "segment-00003");

    private GoldenCatalogues() {}

    static MemoryStorage clean() throws IOException {
        MemoryStorage storage = new MemoryStorage();
        try (SchemaCatalogue catalogue = SchemaCatalogue.open(storage, OPTIONS)) {
            TestCatalogues.intern(catalogue, 0, DEFINITIONS);
        }
        return storage;
    }

    static MemoryStorage killed() throws IOException {
        MemoryStorage storage = new MemoryStorage();
        SchemaCatalogue first = SchemaCatalogue.open(storage, OPTIONS);
        TestCatalogues.intern(first, 0, 5);
        MemoryStorage copy = TestCatalogues.copy(storage);
        SchemaCatalogue second = SchemaCatalogue.open(copy, OPTIONS); // begins with a void record
        TestCatalogues.intern(second, 5, DEFINITIONS);
        SchemaList live = TestCatalogues.list(second, 0, 1, 6, 7);
        TestCatalogues.reclaim(second, live);
        TestCatalogues.intern(second, 100, 103);
        return TestCatalogues.copy(copy);
    }

    static SchemaList dictionary() {
        List<SchemaListEntry> entries = new ArrayList<>();
        Random random = new Random(1);
        for (int ordinal = 0; ordinal < 20; ordinal++) {
            entries.add(new SchemaListEntry(
                    ordinal * 0x0CCCCCCC,
                    ordinal % 2 == 0 ? Definitions.numbered(ordinal) : Definitions.random(random)));
        }
        return new SchemaList(INSTANCE_ID, entries);
    }

    static MemoryStorage load(String directory, String variant) {
        MemoryStorage storage = new MemoryStorage();
        for (String name : FILES) {
            try {
                TestCatalogues.put(storage, name, resource(directory + "/" + variant + "/" + name));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return storage;
    }

    /** Returns the dictionary. */
    static byte[] schemas() {
        return resource("catalogue-1/Schemas.db");
    }

    private static byte[] resource(String name) {
        String resource = "/golden/" + name + ".gz";
        try (InputStream in = GoldenCatalogues.class.getResourceAsStream(resource);
                GZIPInputStream unzipped = new GZIPInputStream(Objects.requireNonNull(in, resource))) {
            return unzipped.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(bytes);
        }
    }

    /** Writes the golden files of the current version: {@code GoldenCatalogues src/test/resources/golden}. */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0], CURRENT);
        for (String name : FILES) {
            write(directory.resolve("clean").resolve(name + ".gz"), TestCatalogues.bytes(clean(), name));
            write(directory.resolve("killed").resolve(name + ".gz"), TestCatalogues.bytes(killed(), name));
        }
    }
}
