package org.ssdtier.node.install;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of an uninstallation where SSTables are left that stock Cassandra cannot read. */
@Tag("unit")
final class UninstallWithDataTest {
    private static final String SSTABLE = "da-1-catalogued-Data.db";

    @TempDir
    private static Path shared;

    private static Path jar;

    @TempDir
    private Path directory;

    private TestInstaller installer;
    private TestHome home;

    @BeforeAll
    static void build() throws IOException {
        jar = TestJars.distribution(shared);
    }

    @BeforeEach
    void prepare() throws IOException {
        installer = TestInstaller.in(directory, jar);
        home = installer.home();
        installer.runHere("install").assertDone();
    }

    @Test
    void cataloguedSSTable_isRefusedInEveryNotationOfTheDirectories_untilItIsConverted() throws IOException {
        Path data = Files.createDirectories(directory.resolve("a b/data"));
        Path sstable = sstable(data.resolve("metrics/cpu-1"));
        for (String yaml : List.of(
                "data_file_directories:\n    - /nowhere\n# comment\n    - " + data + "   # second\n",
                "data_file_directories:\n- '" + data + "'\ncluster_name: x\n",
                "data_file_directories: [/nowhere, \"" + data + "\"]\n",
                "data_file_directories: [/nowhere,\n  " + data + "]\n",
                "data_file_directories:\n  [" + data + "]\n",
                "data_file_directories: [/nowhere]\nlocal_system_data_file_directory: " + data + "\n")) {
            Files.writeString(home.yaml(), yaml);
            assertRefused(sstable.toString());
        }
        Files.delete(sstable);
        installer.runHere("uninstall").assertDone("is stock Cassandra", "WARN data=/nowhere does not exist");
        assertEquals(List.of(), home.ours());
    }

    @Test
    void defaultDirectory_isSearched_butNotOneThatIsACommentOnly() throws IOException {
        Path other = Files.createDirectories(directory.resolve("other"));
        sstable(other.resolve("metrics/cpu-1"));
        Files.writeString(home.yaml(), "# data_file_directories:\n#     - " + other + "\n");
        Path sstable = sstable(home.home().resolve("data/data/metrics/cpu-1"));
        assertRefused(sstable.toString());
        Files.delete(sstable);
        installer.runHere("uninstall").assertDone("is stock Cassandra");
    }

    @Test
    void linkToATable_isFollowed() throws IOException {
        Path elsewhere = Files.createDirectories(directory.resolve("elsewhere"));
        sstable(elsewhere);
        Path keyspace = Files.createDirectories(home.home().resolve("data/data/metrics"));
        Files.createSymbolicLink(keyspace.resolve("cpu-1"), elsewhere);
        assertRefused(keyspace.resolve("cpu-1").resolve(SSTABLE).toString());
    }

    @Test
    void snapshot_isAWarning_butNotAKeyspaceOfThatName() throws IOException {
        Path data = home.home().resolve("data/data");
        Path copy = sstable(data.resolve("metrics/cpu-1/snapshots/before"));
        Path keyspace = sstable(data.resolve("snapshots/backups-1"));
        assertRefused("sstables=1", keyspace.toString());
        Files.delete(keyspace);
        installer.runHere("uninstall").assertDone("WARN snapshots and backups have 1 SSTables", copy.toString());
    }

    @Test
    void sstablesOfCassandra_areNoReasonToRefuse() throws IOException {
        Path table = Files.createDirectories(home.home().resolve("data/data/metrics/cpu-1"));
        Files.createFile(table.resolve("da-1-bti-Data.db"));
        Files.createFile(table.resolve("oa-2-big-Data.db"));
        InstallRun done = installer.runHere("uninstall").assertDone("is stock Cassandra");
        assertFalse(done.out().contains("WARN"), done.out());
    }

    private static Path sstable(Path table) throws IOException {
        return Files.createFile(Files.createDirectories(table).resolve(SSTABLE));
    }

    private void assertRefused(String... texts) throws IOException {
        List<String> all = new ArrayList<>(List.of(texts));
        all.add("docs/catalogue.md");
        installer.assertRefusedUnchanged("uninstall", all.toArray(String[]::new));
    }
}
