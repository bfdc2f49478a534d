package org.ssdtier.node.install;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the block in {@code cassandra.yaml}, and of what it means for an uninstallation. */
@Tag("unit")
final class YamlBlockTest {
    @TempDir
    private Path directory;

    private Path yaml;

    @BeforeEach
    void prepare() {
        yaml = directory.resolve("cassandra.yaml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a: 1", "a: 1\n", "a: 1\n\n", "a: 1\r\n", "# caf\u00e9 \u0000\n"})
    void appendedBlock_isRemovedToTheByte(String content) throws IOException {
        Files.writeString(yaml, content);
        Files.setPosixFilePermissions(yaml, PosixFilePermissions.fromString("rw-rw----"));
        byte[] before = Files.readAllBytes(yaml);
        YamlBlock.in(yaml).append(Steps.UNWATCHED);
        assertTrue(YamlBlock.in(yaml).isPresent());
        assertEquals(List.of(), YamlBlock.in(yaml).ourKeys());
        assertTrue(YamlBlock.in(yaml).remove(Steps.UNWATCHED));
        assertArrayEquals(before, Files.readAllBytes(yaml));
        assertEquals("rw-rw----", PosixFilePermissions.toString(Files.getPosixFilePermissions(yaml)));
        assertFalse(YamlBlock.in(yaml).remove(Steps.UNWATCHED));
    }

    /** Every line of it is a comment, so a node reads nothing of it; taking "# " away gives the options. */
    @Test
    void block_isACommentUntilAnOperatorMakesItAnOption() throws IOException {
        assertTrue(YamlBlock.TEXT.lines().allMatch(line -> line.isEmpty() || line.startsWith("# ")));
        Files.writeString(yaml, "a: 1\n" + YamlBlock.TEXT.replace("\n# ssd_row", "\nssd_row"));
        YamlBlock block = YamlBlock.in(yaml);
        assertEquals(List.of("ssd_row_cache"), block.ourKeys());
        assertFalse(block.remove(Steps.UNWATCHED));
    }

    @Test
    void linesAfterTheBlock_stay() throws IOException {
        Files.writeString(yaml, "a: 1\n" + YamlBlock.TEXT + "b: 2\n");
        assertTrue(YamlBlock.in(yaml).remove(Steps.UNWATCHED));
        assertEquals("a: 1\nb: 2\n", Files.readString(yaml));
    }

    @Test
    void rowCacheSize_isThatOfTheLastLine() throws IOException {
        for (Map.Entry<String, Optional<String>> size : Map.of(
                        "a: 1\n", Optional.<String>empty(),
                        "row_cache_size: 0MiB\n", Optional.<String>empty(),
                        "row_cache_size: 0\n", Optional.<String>empty(),
                        "# row_cache_size: 1GiB\n", Optional.<String>empty(),
                        "row_cache_size: 0MiB\nrow_cache_size: 64MiB # big\n", Optional.of("64MiB"))
                .entrySet()) {
            Files.writeString(yaml, size.getKey());
            assertEquals(size.getValue(), YamlBlock.in(yaml).rowCacheSize(), size.getKey());
        }
    }

    @Test
    void uninstall_withOurKeys_isRefused_andWithARowCacheSizeWarns() throws IOException {
        Path jar = TestJars.distribution(directory);
        TestHome home = TestHome.tarball(Files.createDirectories(directory.resolve("root")));
        run(jar, "install", home).assertDone();
        Files.writeString(home.yaml(), "row_cache_size: 64MiB\nwrite_lifetimes:\n  enabled: true\nssd_row_cache:\n");
        Map<String, String> before = home.snapshot();
        run(jar, "uninstall", home).assertRefused("keys=[write_lifetimes, ssd_row_cache]", "row_cache_size to 0MiB");
        assertEquals(before, home.snapshot());
        run(jar, "install", home).assertDone("ssd_row_cache is set in " + home.yaml());
        Files.writeString(home.yaml(), "row_cache_size: 64MiB\n");
        run(jar, "uninstall", home).assertDone("WARN row_cache_size=64MiB in " + home.yaml());
        assertEquals(List.of(), home.ours());
    }

    private InstallRun run(Path jar, String command, TestHome home) throws IOException {
        Path processes = Files.createDirectories(directory.resolve("proc"));
        return InstallRun.of(
                jar,
                processes,
                TestJars::copyWoven,
                Steps.UNWATCHED,
                command,
                home.home().toString());
    }
}
