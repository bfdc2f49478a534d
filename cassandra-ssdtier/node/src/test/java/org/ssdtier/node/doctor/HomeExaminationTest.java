package org.ssdtier.node.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.node.doctor.Finding.Level;
import org.ssdtier.node.install.CassandraHome;
import org.ssdtier.node.install.TestHome;
import org.ssdtier.segmentlog.device.NanoClock;

/** Tests of the doctor on a good home, and on bad ones that differ from it in one thing. */
@Tag("unit")
final class HomeExaminationTest {
    @TempDir
    private static Path shared;

    private static Path jar;

    @TempDir
    private Path directory;

    private TestHome home;
    private Path cache;
    private Path processes;

    @BeforeAll
    static void build() throws IOException {
        jar = TestHome.distribution(shared);
    }

    @BeforeEach
    void createGoodHome() throws IOException {
        home = TestHome.withJar(directory, jar);
        cache = Files.createDirectories(directory.resolve("ssd/cache"));
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwx------"));
        processes = Files.createDirectories(directory.resolve("processes/self"));
        Files.writeString(
                processes.resolve("limits"),
                "Max open files            1048576              1048576              files\n");
        processes = processes.getParent();
        Files.writeString(home.yaml().resolveSibling("jvm-server.options"), "-Xms64M\n-Xmx64M\n");
        yaml("256MiB", "");
    }

    @Test
    void goodHome_hasNoFailure() throws IOException {
        List<Finding> findings = examine();
        Found.assertNoFailure(findings);
        Found.assertFound(findings, Level.OK, "jar", "woven for Cassandra");
        Found.assertFound(findings, Level.OK, "yaml", "row_cache_size=256 MiB", "size=1.0 GiB");
        Found.assertFound(findings, Level.OK, "directory", "mode=rwx------");
        Found.assertFound(findings, Level.OK, "device", "ssd, the data on root");
        Found.assertFound(findings, Level.OK, "space", "room for 1.0 TiB");
        Found.assertFound(findings, Level.OK, "direct I/O", "possible");
        Found.assertFound(findings, Level.OK, "nofile", "nofile=1048576, segments=32");
        Found.assertFound(findings, Level.OK, "memory", "heap=64.0 MiB");
    }

    @Test
    void missingJar_fails() throws IOException {
        Files.delete(home.installed());
        Found.assertOneFailure(examine(), "jar", "drop-in jars found: none, this is stock Cassandra");
    }

    /** As after an update of Cassandra without a new install. */
    @Test
    void jarWovenForAnotherCassandra_fails() throws IOException {
        home.changeCassandra();
        Found.assertOneFailure(examine(), "jar", "woven for another Cassandra", "classes differ");
    }

    @Test
    void rowCacheSizeZero_fails() throws IOException {
        yaml("0MiB", "");
        Found.assertOneFailure(examine(), "yaml", "row_cache_size=0MiB switches the row cache off");
    }

    @Test
    void directoryOnTheDevice_ofTheData_fails() throws IOException {
        TestVolumes shared = new TestVolumes(Map.of(directory, "hdd"), 1L << 40, false, true);
        Found.assertOneFailure(examine(shared), "device", "is on the device of", "the start is refused");
        yaml("256MiB", "  allow_shared_device: true\n");
        Found.assertFound(examine(shared), Level.WARN, "device", "helps most on a device of its own");
    }

    @Test
    void directoryOnAnotherPartition_ofTheDatasDrive_warns() throws IOException {
        Path data = home.home().resolve("data/data");
        TestVolumes partitions = new TestVolumes(Map.of(cache, "sda2", data, "sda1"), 1L << 40, false, true);
        Found.assertFound(examine(partitions), Level.WARN, "device", "another partition of the data's drive sda");
    }

    @Test
    void directoryOthersCanWriteTo_fails_andOneTheyCanReadWarns() throws IOException {
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxrwxrwx"));
        Found.assertFound(examine(), Level.WARN, "directory", "mode=rwxrwxrwx", "the start changes that");
        Files.writeString(cache.resolve("ssdtier-directory"), "marker");
        Found.assertOneFailure(examine(), "directory", "mode=rwxrwxrwx: other users can write to it");
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxr-xr-x"));
        Found.assertFound(examine(), Level.WARN, "directory", "other users can read it");
    }

    /** The rules of the node's start: it does not take a directory with the files of others. */
    @Test
    void directoryWithForeignFiles_fails() throws IOException {
        Files.writeString(cache.resolve("letter.txt"), "another program's");
        Found.assertOneFailure(examine(), "directory", "letter.txt", "the start is refused");
    }

    @Test
    void directoryItsOwnerCannotWriteTo_fails() throws IOException {
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("r-x------"));
        Found.assertOneFailure(examine(), "directory", "mode=r-x------: its owner cannot use it");
    }

    /** The remedy must not take the files of others from them. */
    @Test
    void directoryOfAnotherOwner_isGivenToTheNodesOnlyIfItIsEmptyOrTheTiers() throws IOException {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root can change owners");
        Files.createDirectories(home.home().resolve("data/data"));
        Files.setOwner(
                cache, cache.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        assertTrue(ownerRemedy().startsWith("chown -R root "), ownerRemedy());
        Path stranger = Files.writeString(cache.resolve("mail"), "of others");
        assertTrue(ownerRemedy().startsWith("Set ssd_row_cache.directory"), ownerRemedy());
        Files.writeString(cache.resolve("ssdtier-directory"), "marker");
        Files.delete(stranger);
        assertTrue(ownerRemedy().startsWith("chown -R root "), ownerRemedy());
    }

    private String ownerRemedy() throws IOException {
        return Found.assertFound(examine(), Level.FAIL, "directory", "owner=nobody")
                .remedy();
    }

    @Test
    void readOnlyOrFullFileSystem_fails() throws IOException {
        Map<Path, String> ssd = Map.of(cache, "ssd");
        Found.assertOneFailure(examine(new TestVolumes(ssd, 1L << 40, true, true)), "directory", "is read-only");
        Found.assertOneFailure(
                examine(new TestVolumes(ssd, 1L << 20, false, true)), "space", "less than four segments");
        Found.assertFound(
                examine(new TestVolumes(ssd, 1L << 29, false, false)), Level.WARN, "space", "smaller than its size");
        Found.assertFound(
                examine(new TestVolumes(ssd, 1L << 40, false, false)), Level.WARN, "direct I/O", "not possible");
    }

    @Test
    void directoryThatIsRelativeOrCassandras_fails() throws IOException {
        cache = Path.of("cache");
        yaml("256MiB", "");
        Found.assertOneFailure(examine(), "directory", "cache: is relative");
        cache = home.home().resolve("data/data/cache");
        yaml("256MiB", "");
        Found.assertOneFailure(examine(), "directory", "is inside Cassandra's own directory");
    }

    @Test
    void directoryThatDoesNotExist_isCreatedAtTheStart() throws IOException {
        Files.delete(cache);
        List<Finding> findings = examine();
        Found.assertNoFailure(findings);
        Found.assertFound(findings, Level.OK, "directory", "the node creates it");
    }

    @Test
    void optionOutOfBoundsOrUnknown_fails_withWhatIsAllowed() throws IOException {
        yaml("256MiB", "  admission: some\n");
        Found.assertOneFailure(examine(), "yaml", "ssd_row_cache.admission=some", "allowed: all | second_sight");
        yaml("256MiB", "  sice: 64GiB\n");
        Found.assertOneFailure(examine(), "yaml", "ssd_row_cache.sice: no such key; allowed: enabled, directory");
        yaml("256MiB", "  index_memory: 16 megabytes\n");
        Found.assertOneFailure(examine(), "yaml", "ssd_row_cache.index_memory=16 megabytes cannot be used");
        yaml("a lot", "");
        Found.assertOneFailure(examine(), "yaml", "row_cache_size=a lot cannot be used");
    }

    @Test
    void yamlThatIsNone_fails() throws IOException {
        Files.writeString(home.yaml(), "row_cache_size: [\n");
        Found.assertOneFailure(examine(), "yaml", "no YAML");
        Files.writeString(home.yaml(), "");
        Found.assertOneFailure(examine(), "yaml", "has no keys");
        Files.delete(home.yaml());
        Found.assertOneFailure(examine(), "yaml", "no cassandra.yaml found");
    }

    @Test
    void tierThatIsOff_warns_andOfStocksRowCacheToo() throws IOException {
        Files.writeString(home.yaml(), "row_cache_size: 0MiB\n");
        List<Finding> findings = examine();
        Found.assertNoFailure(findings);
        Found.assertFound(findings, Level.WARN, "yaml", "has no block ssd_row_cache");
        Files.writeString(home.yaml(), "row_cache_size: 64MiB\nssd_row_cache:\n  enabled: false\n");
        Found.assertFound(examine(), Level.WARN, "yaml", "ssd_row_cache.enabled=false");
        Found.assertFound(examine(), Level.WARN, "yaml", "OHCProvider", "outdated rows");
    }

    @Test
    void runningNode_isExaminedByItsProcess() throws IOException {
        Path pid = Files.createDirectories(processes.resolve("42"));
        Files.writeString(
                pid.resolve("cmdline"),
                String.join(
                        "\0",
                        "java",
                        "-Xmx128M",
                        "-Dcassandra.jmx.local.port=7299",
                        "-cp",
                        home.lib().resolve("x.jar").toString(),
                        "org.apache.cassandra.service.CassandraDaemon"));
        Files.writeString(
                pid.resolve("limits"), "Max open files            20                 20              files\n");
        Files.writeString(pid.resolve("maps"), "7f00-7f01 r-xp 0 08:01 1 /usr/lib/libjemalloc.so.2\n");
        HomeExamination examination = examination(TestVolumes.ssdAt(cache));
        List<Finding> findings = examination.run();
        assertTrue(examination.isRunning());
        assertEquals(7299, examination.jmxPort());
        Found.assertOneFailure(findings, "nofile", "pid=42: nofile=20, segments=32");
        Found.assertFound(findings, Level.OK, "jemalloc", "pid=42: /usr/lib/libjemalloc.so.2");
        Found.assertFound(findings, Level.OK, "memory", "heap=128 MiB");
        Files.writeString(pid.resolve("maps"), "7f00-7f01 r-xp 0 08:01 1 /usr/lib/libc.so.6\n");
        Found.assertFound(examine(), Level.WARN, "jemalloc", "not loaded");
    }

    /** Several nodes may run from one home. Checked by removal: the first one's port was taken for that of the other. */
    @Test
    void ofTwoRunningNodes_theOneWithTheConfigurationIsExamined() throws IOException {
        runningNode("42", directory.resolve("other"), 7299);
        runningNode("43", home.yaml().getParent(), 7399);
        HomeExamination examination = examination(TestVolumes.ssdAt(cache));
        examination.run();
        assertEquals(7399, examination.jmxPort());
        runningNode("43", directory.resolve("another"), 7399);
        HomeExamination neither = examination(TestVolumes.ssdAt(cache));
        Found.assertFound(neither.run(), Level.WARN, "process", "pid=42, pid=43", "0 have directory=");
        assertFalse(neither.isRunning());
    }

    private void runningNode(String number, Path configuration, int port) throws IOException {
        Path pid = Files.createDirectories(processes.resolve(number));
        Files.writeString(
                pid.resolve("cmdline"),
                String.join(
                        "\0",
                        "java",
                        "-Dcassandra.jmx.local.port=" + port,
                        "-cp",
                        configuration + ":" + home.lib().resolve("x.jar"),
                        "org.apache.cassandra.service.CassandraDaemon"));
    }

    @Test
    void noRunningNode_hasNoPort() throws IOException {
        HomeExamination examination = examination(TestVolumes.ssdAt(cache));
        examination.run();
        assertFalse(examination.isRunning());
        assertEquals(0, examination.jmxPort());
    }

    private List<Finding> examine() throws IOException {
        return examine(TestVolumes.ssdAt(cache));
    }

    private List<Finding> examine(Volumes volumes) throws IOException {
        return examination(volumes).run();
    }

    private HomeExamination examination(Volumes volumes) throws IOException {
        return new HomeExamination(CassandraHome.find(home.home(), null), processes, volumes, NanoClock.SYSTEM, 0);
    }

    private void yaml(String rowCacheSize, String more) throws IOException {
        Files.writeString(
                home.yaml(),
                "row_cache_size: " + rowCacheSize + "\nssd_row_cache:\n  enabled: true\n  directory: " + cache
                        + "\n  size: 1GiB\n  index_memory: 16MiB\n" + more);
    }
}
