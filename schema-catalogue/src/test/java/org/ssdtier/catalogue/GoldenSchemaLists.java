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
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The golden file of version 2 under {@code src/test/resources/golden/schema-list-2}, compressed: with names in two
 * frames and definitions in seven, some deflated. It is never changed; another version gets a directory of its own,
 * written by {@link #main}. The file of version 1 is in {@link GoldenCatalogues}.
 */
final class GoldenSchemaLists {
    private static final String VERSION_2 = "schema-list-2";

    private GoldenSchemaLists() {}

    static SchemaList list() {
        List<SchemaListEntry> entries =
                new ArrayList<>(GoldenCatalogues.dictionary().entries());
        for (int n = 0; n < 200; n++) {
            String[] keys = {"color", "key-" + n % 66 * 37, "own-" + n, "size"};
            entries.add(new SchemaListEntry(
                    n % 7 == 0 ? SchemaIds.NONE : 1_000 + n,
                    SchemaDefinition.of(List.of(Definitions.simple("name"), Definitions.map("attrs", keys)))));
        }
        return new SchemaList(GoldenCatalogues.INSTANCE_ID, entries);
    }

    static byte[] version2() {
        String resource = "/golden/" + VERSION_2 + "/Schemas.db.gz";
        try (InputStream in = GoldenSchemaLists.class.getResourceAsStream(resource);
                GZIPInputStream unzipped = new GZIPInputStream(Objects.requireNonNull(in, resource))) {
            return unzipped.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the golden file of the current version: {@code GoldenSchemaLists src/test/resources/golden}. */
    public static void main(String[] arguments) throws IOException {
        Path directory = Files.createDirectories(Path.of(arguments[0], VERSION_2));
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(directory.resolve("Schemas.db.gz")))) {
            out.write(SchemaLists.bytes(list().encode()));
        }
    }
}
