package org.ssdtier.benchmarks.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.node.ToolResult;

/**
 * Tests that compile the C programs and run their own tests; they are skipped on a machine without a C compiler or
 * libfuse3.
 */
@Tag("unit")
final class DeviceProgramsTest {
    private static final Path SOURCES = Checkout.locate().root().resolve("benchmarks/device");

    private final Machine machine = new LinuxMachine();

    @TempDir
    private Path directory;

    @Test
    void model_passesItsTests() throws Exception {
        assertPasses(DevicePrograms::modelTest, "tests of the model passed");
    }

    @Test
    void blockCache_passesItsTests() throws Exception {
        assertPasses(DevicePrograms::frontTest, "tests of the block cache passed");
    }

    @Test
    void translationLayer_passesItsTests() throws Exception {
        assertPasses(DevicePrograms::flashTest, "tests of the flash translation layer passed");
    }

    @Test
    void faults_passTheirTests() throws Exception {
        assertPasses(DevicePrograms::faultTest, "tests of the faults passed");
    }

    @Test
    void image_passesItsTests() throws Exception {
        assertPasses(DevicePrograms::imageTest, "tests of the image passed", directory.toString());
    }

    @Test
    void streams_passTheirTests() throws Exception {
        Path files = Files.createTempDirectory("s"); // a path short enough for a socket
        try {
            assertPasses(DevicePrograms::streamTest, "tests of streams passed", files.toString());
        } finally {
            FileTree.delete(files);
        }
    }

    private void assertPasses(Compilation compilation, String line, String... arguments) throws IOException {
        Needed.program("cc");
        List<String> command = new ArrayList<>();
        command.add(
                compilation.of(new DevicePrograms(SOURCES, directory, machine)).toString());
        command.addAll(List.of(arguments));
        ToolResult result = machine.run(command);
        assertEquals(0, result.exitCode(), result.output());
        assertTrue(result.output().contains(line), result.output());
    }

    /** The compilation of one program. */
    private interface Compilation {
        Path of(DevicePrograms programs) throws IOException;
    }

    @Test
    void drive_compilesWithoutWarnings() throws Exception {
        Needed.program("cc");
        Needed.absent(obstacleOfFuse());
        DevicePrograms programs = new DevicePrograms(SOURCES, directory, machine);
        assertTrue(Files.isExecutable(programs.drive()));
        assertTrue(Files.isExecutable(programs.probe()));
        assertTrue(Files.isExecutable(programs.resolver()));
    }

    private Optional<String> obstacleOfFuse() throws IOException {
        List<String> search = List.of("sh", "-c", "pkg-config --exists 'fuse3 >= 3.12'");
        return machine.run(search).exitCode() == 0
                ? Optional.empty()
                : Optional.of("library=fuse3: missing, or older than 3.12");
    }

    @Test
    void programWithoutACompiler_namesThePackages() {
        FakeMachine fake = new FakeMachine();
        fake.without("cc");
        IOException refused =
                assertThrows(IOException.class, () -> new DevicePrograms(SOURCES, directory, fake).modelTest());
        assertTrue(refused.getMessage().contains("apt-get install gcc"), refused.getMessage());
    }

    @Test
    void profiles_predictTheirArithmetic() throws Exception {
        Needed.program("cc");
        DevicePrograms programs = new DevicePrograms(SOURCES, directory, machine);
        Path records = Files.createDirectories(directory.resolve("records"));
        DeviceRegistry host = new DeviceRegistry(records, SOURCES.resolve("profiles"), programs, machine, line -> {});
        Calibration calibration = new Calibration(host, 1);
        DeviceProfile ssd = host.profile("ssd-sata");
        calibration.expected(ssd, 2).forEach((load, figures) -> checkMean(ssd, 2, load, figures));
        for (DeviceProfile profile : host.profiles()) {
            for (int spindles : profile.calibratedSpindles()) {
                calibration
                        .expected(profile, spindles)
                        .forEach((load, figures) -> checkMean(profile, spindles, load, figures));
            }
        }
    }

    private static void checkMean(DeviceProfile profile, int spindles, String load, LoadFigures figures) {
        Double arithmetic = ProfileArithmetic.meanMicros(profile, spindles, load);
        if (arithmetic != null) {
            assertEquals(1, figures.meanMicros() / arithmetic, 0.02, profile.name() + " x " + spindles + " " + load);
        }
    }

    @Test
    void compiledProgram_isKeptUntilASourceChanges() throws Exception {
        FakeMachine fake = new FakeMachine();
        Path sources = Files.createDirectories(directory.resolve("sources"));
        Files.writeString(sources.resolve("predict.c"), "");
        DevicePrograms programs = new DevicePrograms(sources, directory.resolve("programs"), fake);
        programs.predict();
        programs.predict();
        assertEquals(1, fake.countOf("cc"));
        Path program = directory.resolve("programs/predict");
        Files.setLastModifiedTime(program, FileTime.fromMillis(0));
        programs.predict();
        assertEquals(2, fake.countOf("cc"));
    }

    @Test
    void missingProgram_isNamedWithThePackages() throws Exception {
        FakeMachine fake = new FakeMachine();
        fake.without("losetup");
        DevicePrograms programs = new DevicePrograms(SOURCES, directory, fake);
        String missing = programs.missing().orElseThrow();
        assertTrue(missing.startsWith("missing=losetup:"), missing);
        assertTrue(missing.contains("libfuse3-dev"), missing);
    }
}
