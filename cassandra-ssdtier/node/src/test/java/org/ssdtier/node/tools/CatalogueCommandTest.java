package org.ssdtier.node.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.catalogue.CatalogueOptions;
import org.ssdtier.catalogue.ColumnForm;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.SchemaColumn;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.SchemaListEntry;

/** Tests of {@code ssdtier catalogue} on the directory of a catalogue with three definitions. */
@Tag("unit")
final class CatalogueCommandTest {
    private static final UUID TABLE = UUID.fromString("5a1c395e-b41f-11ee-a506-0242ac120002");

    private String out = "";
    private String err = "";

    @TempDir
    private Path root;

    private Path directory;
    private Path data;

    @BeforeEach
    void writeCatalogue() throws IOException {
        directory = root.resolve("catalogue");
        data = root.resolve("data");
        CatalogueOptions options = CatalogueOptions.ofOwner(new UUID(1, 2))
                .withCapacity(1 << 20, 32 << 10)
                .withCaps(100, 100, 1_000);
        try (SchemaCatalogue catalogue = SchemaCatalogue.open(directory, options);
                SchemaIds ids = catalogue.lease(TABLE)) {
            List<SchemaListEntry> entries = List.of(
                    new SchemaListEntry(ids.idOf(named("color", "size")), named("color", "size")),
                    new SchemaListEntry(ids.idOf(named("weight")), named("weight")));
            ids.idOf(named("forgotten"));
            assertTrue(catalogue.sync());
            Path table = data.resolve("shop").resolve("things-5a1c395eb41f11eea5060242ac120002");
            Files.createDirectories(table);
            ByteBuffer file = new SchemaList(catalogue.instanceId(), entries).encode();
            byte[] bytes = new byte[file.remaining()];
            file.get(bytes);
            Files.write(table.resolve("da-1-catalogued-Schemas.db"), bytes);
        }
    }

    private static SchemaDefinition named(String... keys) {
        List<ByteBuffer> parts = Arrays.stream(keys)
                .map(key -> ByteBuffer.wrap(key.getBytes(UTF_8)))
                .toList();
        return SchemaDefinition.of(
                List.of(new SchemaColumn(ByteBuffer.wrap("attrs".getBytes(UTF_8)), false, ColumnForm.CELLS, parts)));
    }

    private int run(String... words) {
        ToolRun run = ToolRun.of(words);
        out = run.out();
        err = run.err();
        return run.exitCode();
    }

    @Test
    void list_namesEveryIdAndDefinition() {
        assertEquals(0, run("catalogue", "list", directory.toString()));
        assertEquals(3, out.lines().count());
        assertTrue(out.contains("  1  " + TABLE), out);
        assertTrue(out.contains("{attrs[color, size]}"), out);
    }

    @Test
    void show_ofAnId_showsIt_andOfNone_fails() {
        assertEquals(0, run("catalogue", "show", "2", directory.toString(), "--json", "-"));
        assertTrue(out.contains("\"definition\" : \"{attrs[weight]}\""), out);
        assertEquals(1, run("catalogue", "show", "9", directory.toString()));
        assertEquals("ssdtier: ID=9: not in the catalogue; highest assigned=3, definitions=3", err.trim());
        assertEquals(2, run("catalogue", "show", "0", directory.toString()));
        assertTrue(err.startsWith("ssdtier: ID=0, allowed 1 to 4294967295"), err);
        assertEquals(2, run("catalogue", "show", "two", directory.toString()));
        assertTrue(err.startsWith("ssdtier: ID=two, allowed 1 to 4294967295"), err);
    }

    @Test
    void stats_ofTheDirectory_countsDefinitions() {
        assertEquals(0, run("catalogue", "stats", directory.toString(), "--json", "-"));
        assertTrue(out.contains("\"definitions\" : 3,"), out);
        assertTrue(out.contains("\"clean\" : true,"), out);
    }

    @Test
    void verify_ofDamagedCatalogue_fails_andRebuildMakesItAnew() throws IOException {
        assertEquals(0, run("catalogue", "verify", directory.toString()));
        Path segment = directory.resolve("segment-00000");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[4096 + 60] ^= 1;
        Files.write(segment, bytes);
        assertEquals(1, run("catalogue", "verify", directory.toString()));
        assertTrue(out.contains("file=segment-00000 offset=4096: damaged record"), out);
        assertEquals(1, run("catalogue", "list", directory.toString()));
        assertTrue(err.contains("bin/ssdtier catalogue rebuild DIR --from DATA_DIR"), err);
        assertEquals(0, run("catalogue", "rebuild", directory.toString(), "--from", data.toString()));
        assertTrue(out.contains("definitions   2 of 1 tables"), out);
        assertEquals(0, run("catalogue", "list", directory.toString()));
        assertTrue(out.contains(TABLE.toString()), "the table is in the directory's name");
    }

    @Test
    void rebuild_withDamagedDictionary_leavesTheCatalogueAlone() throws IOException {
        Path broken = data.resolve("da-2-catalogued-Schemas.db");
        Files.write(broken, new byte[100]);
        Files.createFile(data.resolve("da-2-catalogued-TOC.txt"));
        assertEquals(1, run("catalogue", "rebuild", directory.toString(), "--from", data.toString()));
        assertTrue(err.contains("file=" + broken + " offset=0: magic=00000000"), err);
        assertEquals(0, run("catalogue", "stats", directory.toString()));
        assertTrue(out.contains("definitions   3 "), out);
    }

    /** Checked by removal: after a kill during a flush, the rebuild was refused although no live SSTable is damaged. */
    @Test
    void rebuild_withTheDictionaryOfAnSSTableThatWasNeverCompleted_leavesItOut() throws IOException {
        Path unfinished = Files.createFile(data.resolve("da-2-catalogued-Schemas.db"));
        assertEquals(0, run("catalogue", "rebuild", directory.toString(), "--from", data.toString()));
        assertTrue(out.startsWith("dictionaries  1"), out);
        assertTrue(out.contains("left out      " + unfinished), out);
    }

    /** Checked by removal: otherwise a foreign manifest and segment are deleted or overwritten, with exit code 0. */
    @Test
    void rebuild_ofADirectoryThatIsNoCatalogue_isRefused_andLeavesItAlone() throws IOException {
        Path foreign = Files.createDirectory(root.resolve("foreign"));
        Files.writeString(foreign.resolve("manifest"), "cargo");
        Files.writeString(foreign.resolve("segment-00099"), "of an orange");
        assertEquals(1, run("catalogue", "rebuild", foreign.toString(), "--from", data.toString()));
        assertTrue(err.contains("found file=manifest"), err);
        assertEquals("cargo", Files.readString(foreign.resolve("manifest")));
        assertEquals("of an orange", Files.readString(foreign.resolve("segment-00099")));
        try (Stream<Path> files = Files.list(foreign)) {
            assertEquals(2, files.count());
        }
    }

    @Test
    void rebuild_withoutAnyDictionary_isRefusedWithoutForce() throws IOException {
        Path empty = Files.createDirectory(root.resolve("empty"));
        assertEquals(1, run("catalogue", "rebuild", directory.toString(), "--from", empty.toString()));
        assertTrue(err.contains("dictionaries=0"), err);
        assertEquals(0, run("catalogue", "stats", directory.toString()));
        assertTrue(out.contains("definitions   3 "), out);
        assertEquals(0, run("catalogue", "rebuild", directory.toString(), "--from", empty.toString(), "--force"));
        assertTrue(out.contains("definitions   0 "), out);
    }

    /** Each word after {@code --from}, up to the next option, is a data directory. */
    @Test
    void rebuild_fromSeveralDirectories_readsAll() throws IOException {
        Path empty = Files.createDirectory(root.resolve("empty"));
        String owner = "5a1c395e-b41f-11ee-a506-0242ac120003";
        assertEquals(
                0,
                run(
                        "catalogue",
                        "rebuild",
                        directory.toString(),
                        "--from",
                        empty.toString(),
                        data.toString(),
                        "--owner",
                        owner));
        assertTrue(out.startsWith("dictionaries  1"), out);
        assertTrue(out.contains("from          " + empty + ": 0\n"), out);
        assertTrue(out.contains("from          " + data + ": 1\n"), out);
        assertTrue(out.contains("owner " + owner), out);
        assertEquals(2, run("catalogue", "rebuild", "--from", data.toString(), directory.toString()));
        assertTrue(err.contains("Required parameters are missing: DIR"), err);
        assertEquals(2, run("catalogue", "rebuild", directory.toString(), "--from", data.toString(), "--owner=me"));
        assertTrue(err.contains("--owner=me, allowed a host ID"), err);
    }

    /** Checked by removal: otherwise a table behind a link is left out, without a word. */
    @Test
    void rebuild_followsLinks_ofDirectoriesOfDataKeyspaceAndTable_withoutLoops() throws IOException {
        Path table = data.resolve("shop/things-5a1c395eb41f11eea5060242ac120002");
        for (Path moved : List.of(data, data.resolve("shop"), table)) {
            Path target = root.resolve("disk-" + moved.getFileName());
            Files.move(moved, target);
            Files.createSymbolicLink(moved, target);
        }
        Files.createSymbolicLink(table.resolve("loop"), data);
        assertEquals(0, run("catalogue", "rebuild", directory.toString(), "--from", data.toString()));
        assertTrue(out.startsWith("dictionaries  1"), out);
        assertTrue(out.contains("definitions   2 of 1 tables"), out);
    }

    /** Checked by removal: otherwise a table on a disk that is not mounted is left out. */
    @Test
    void rebuild_withALinkThatLeadsNowhere_isRefused_andNamesIt() throws IOException {
        Path link = Files.createSymbolicLink(data.resolve("lost"), root.resolve("unmounted"));
        assertEquals(1, run("catalogue", "rebuild", directory.toString(), "--from", data.toString()));
        assertTrue(err.contains("link=" + link + ": leads nowhere"), err);
        assertEquals(0, run("catalogue", "stats", directory.toString()));
        assertTrue(out.contains("definitions   3 "), out);
    }

    @Test
    void directoryWithoutACatalogue_fails() {
        assertEquals(1, run("catalogue", "list", root.resolve("none").toString()));
        assertTrue(err.contains("does not exist"), err);
        assertEquals(1, run("catalogue", "list", data.toString()));
        assertTrue(err.contains("no catalogue found"), err);
    }
}
