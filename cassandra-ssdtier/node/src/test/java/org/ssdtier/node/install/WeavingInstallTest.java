package org.ssdtier.node.install;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of weaving at an installation: for the Cassandra of the build, for others that fit, and for some that do not. */
@Tag("unit")
final class WeavingInstallTest {
    private static final String CACHE_SERVICE = "org/apache/cassandra/service/CacheService.class";
    private static final String READ_COMMAND = "org/apache/cassandra/db/SinglePartitionReadCommand.class";
    private static final String LOADER = "org/apache/cassandra/config/YamlConfigurationLoader.class";
    private static final String VERSION_FILE = "org/apache/cassandra/config/version.properties";
    private static final String ROW_HELPER = "org/apache/cassandra/db/rows/DeserializationHelper.class";
    private static final String VIEW_READ = "ColumnFamilyStore$ViewFragment;";
    private static final String ADDED = "addedByAVendor";

    @TempDir
    private static Path shared;

    private static Path jar;

    @TempDir
    private Path directory;

    @BeforeAll
    static void build() throws IOException {
        jar = TestJars.distribution(shared);
    }

    @Test
    void cassandraOfTheBuild_givesTheClassesOfTheBuild() throws IOException {
        TestHome home = TestHome.tarball(directory).withLibraries();
        run("install", home).assertDone();
        Map<String, byte[]> built = TestJars.woven(jar);
        Map<String, byte[]> woven = TestJars.woven(home.installed());
        assertEquals(built.keySet(), woven.keySet());
        for (Map.Entry<String, byte[]> each : built.entrySet()) {
            assertArrayEquals(each.getValue(), woven.get(each.getKey()), each.getKey());
        }
        run("install", home).assertDone("already installed");
    }

    /** The jar of the package is beside {@code lib}, the libraries are in it. */
    @Test
    void otherCassandraThatFits_isWovenAnew_andTheGuardAcceptsOnlyThat() throws Exception {
        TestHome home = TestHome.debian(directory).withLibraries();
        TestJars.patch(
                home.cassandra(),
                Map.of(
                        VERSION_FILE,
                        old -> "CassandraVersion=5.0.42-vendor\n".getBytes(StandardCharsets.UTF_8),
                        CACHE_SERVICE,
                        WeavingInstallTest::withMethod));
        run("install", home).assertDone("woven for Cassandra 5.0.42-vendor");
        byte[] woven = TestJars.entry(home.installed(), CACHE_SERVICE);
        assertTrue(new String(woven, StandardCharsets.ISO_8859_1).contains(ADDED));
        run("verify", home).assertDone("woven for Cassandra 5.0.42-vendor");
        guard(home);

        Files.copy(TestJars.cassandra(), home.cassandra(), StandardCopyOption.REPLACE_EXISTING);
        InstallRun verified = run("verify", home);
        assertEquals(1, verified.exitCode(), verified.out());
        assertTrue(
                verified.out().contains("woven for another Cassandra (5.0.42-vendor)")
                        && verified.out().contains("org.apache.cassandra.service.CacheService"),
                verified.out());
        Throwable refusal =
                assertThrows(InvocationTargetException.class, () -> guard(home)).getCause();
        assertTrue(
                refusal.getMessage().contains("built for another Cassandra")
                        && refusal.getMessage().contains("that of Cassandra 5.0.42-vendor"),
                refusal.getMessage());
    }

    @Test
    void methodThatIsGone_isRefusedWithClassMethodAndVersion() throws IOException {
        assertRefused(
                CACHE_SERVICE,
                old -> renamed(old, "invalidateRowCacheForCf"),
                "version=" + TestJars.cassandraVersion(),
                "org.apache.cassandra.service.CacheService.invalidateRowCacheForCf",
                "Nothing was changed");
    }

    /** The weave takes, but what a hook behind it calls is missing: the case of 5.0.4. */
    @Test
    void methodThatAHookCalls_isRefusedWithItsCaller() throws IOException {
        assertRefused(
                READ_COMMAND,
                old -> renamed(old, "queryMemtableAndDisk"),
                "version=" + TestJars.cassandraVersion(),
                "org.apache.cassandra.db.SinglePartitionReadCommand.queryMemtableAndDisk",
                "used by org.ssdtier.rowcache.cassandra.");
    }

    /** The releases before 5.0.7 have no method that reads a given view: the row cache merges the sources itself. */
    @Test
    void readOfAView_isMissing_isAccepted() throws IOException {
        TestHome home = TestHome.tarball(directory).withLibraries();
        TestJars.patch(home.cassandra(), Map.of(READ_COMMAND, old -> renamed(old, "queryMemtableAndDisk", VIEW_READ)));
        run("install", home).assertDone("woven for Cassandra");
    }

    /** No call in the code shows that the field is needed: it is looked up. */
    @Test
    void fieldThatALookupFinds_isMissing_isRefusedWithTheClassThatLooksItUp() throws IOException {
        assertRefused(
                ROW_HELPER,
                old -> new String(old, StandardCharsets.ISO_8859_1)
                        .replace("columnsToFetch", "columnsToFetcx")
                        .getBytes(StandardCharsets.ISO_8859_1),
                "org.apache.cassandra.db.rows.DeserializationHelper.columnsToFetch",
                "used by org.ssdtier.catalogue.cassandra.row.UnfilteredReads");
    }

    @Test
    void classThatIsNoClassFile_isRefusedWithItsName() throws IOException {
        assertRefused(
                LOADER,
                old -> new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
                "the weave failed: org.apache.cassandra.config.YamlConfigurationLoader (methods loadConfig)");
    }

    /** The woven copy in our own jar must not stand in for it. */
    @Test
    void classThatIsGone_isRefusedWithItsName() throws IOException {
        TestHome home = TestHome.tarball(directory).withLibraries();
        TestJars.remove(home.cassandra(), CACHE_SERVICE);
        Map<String, String> before = home.snapshot();
        run("install", home).assertRefused("the weave failed: org.apache.cassandra.service.CacheService");
        assertEquals(before, home.snapshot());
    }

    private void assertRefused(String entry, UnaryOperator<byte[]> change, String... texts) throws IOException {
        TestHome home = TestHome.tarball(directory).withLibraries();
        TestJars.dropIn(home.lib(), "0.0.9");
        TestJars.patch(home.cassandra(), Map.of(entry, change));
        Map<String, String> before = home.snapshot();
        run("install", home).assertRefused(texts);
        assertEquals(before, home.snapshot());
    }

    private InstallRun run(String command, TestHome home) throws IOException {
        Path processes = Files.createDirectories(shared.resolve("proc"));
        return InstallRun.of(
                jar,
                processes,
                new IsolatedWeaver(),
                Steps.UNWATCHED,
                command,
                home.home().toString());
    }

    /** Runs the guard as a node of the home would. */
    private static void guard(TestHome home) throws Exception {
        // A copy, because the JVM keeps jars open by name.
        Path copy = Files.createTempDirectory(home.root(), "guard");
        Path ours = Files.copy(home.installed(), copy.resolve("000.jar"));
        Path cassandra = Files.copy(home.cassandra(), copy.resolve("cassandra.jar"));
        List<URL> urls = new ArrayList<>();
        urls.add(ours.toUri().toURL());
        urls.add(cassandra.toUri().toURL());
        for (Path library : TestJars.libraries()) {
            urls.add(library.toUri().toURL());
        }
        try (URLClassLoader loader =
                new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Class.forName("org.ssdtier.node.CassandraGuard", true, loader)
                    .getMethod("check")
                    .invoke(null);
        }
    }

    /** Adds a method to a class, as a vendor's patch might. */
    private static byte[] withMethod(byte[] original) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(original)
                .accept(
                        new ClassVisitor(OpenedClassReader.ASM_API, writer) {
                            @Override
                            public void visitEnd() {
                                MethodVisitor method = super.visitMethod(
                                        Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, ADDED, "()V", null, null);
                                method.visitCode();
                                method.visitInsn(Opcodes.RETURN);
                                method.visitMaxs(0, 0);
                                method.visitEnd();
                                super.visitEnd();
                            }
                        },
                        0);
        return writer.toByteArray();
    }

    /** Renames the methods with a name. */
    private static byte[] renamed(byte[] original, String renamed) {
        return renamed(original, renamed, "");
    }

    /** Renames the methods with a name and a parameter type, named by a part of it. */
    private static byte[] renamed(byte[] original, String renamed, String parameter) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(original)
                .accept(
                        new ClassVisitor(OpenedClassReader.ASM_API, writer) {
                            @Override
                            public @Nullable MethodVisitor visitMethod(
                                    int access,
                                    String name,
                                    String descriptor,
                                    @Nullable String signature,
                                    String @Nullable [] exceptions) {
                                boolean isRenamed = name.equals(renamed) && descriptor.contains(parameter);
                                String kept = isRenamed ? name + "Elsewhere" : name;
                                return super.visitMethod(access, kept, descriptor, signature, exceptions);
                            }
                        },
                        0);
        return writer.toByteArray();
    }
}
