package org.ssdtier.benchmarks.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.node.ToolResult;

/**
 * Tests that compile the C programs and run their own tests. On a machine without a C compiler or libfuse3, tests the
 * message with the packages to install.
 */
@Tag("unit")
final class DeviceProgramsTest {
    private static final Path SOURCES = Checkout.locate().root().resolve("benchmarks/device");

    private final Machine machine = new LinuxMachine();

    @TempDir
    private Path directory;

    @Test
    void model_passesItsTests() throws Exception {
        DevicePrograms programs = new DevicePrograms(SOURCES, directory, machine);
        if (isThere("command -v cc")) {
            ToolResult result = machine.run(List.of(programs.modelTest().toString()));
            assertEquals(0, result.exitCode(), result.output());
            assertTrue(result.output().contains("tests of the model passed"), result.output());
        } else {
            IOException refused = assertThrows(IOException.class, programs::modelTest);
            assertTrue(refused.getMessage().contains("apt-get install gcc"), refused.getMessage());
        }
    }

    @Test
    void translationLayer_passesItsTests() throws Exception {
        DevicePrograms programs = new DevicePrograms(SOURCES, directory, machine);
        if (isThere("command -v cc")) {
            ToolResult result = machine.run(List.of(programs.flashTest().toString()));
            assertEquals(0, result.exitCode(), result.output());
            assertTrue(result.output().contains("tests of the flash translation layer passed"), result.output());
        } else {
            IOException refused = assertThrows(IOException.class, programs::flashTest);
            assertTrue(refused.getMessage().contains("apt-get install gcc"), refused.getMessage());
        }
    }

    @Test
    void faults_passTheirTests() throws Exception {
        DevicePrograms programs = new DevicePrograms(SOURCES, directory, machine);
        if (isThere("command -v cc")) {
            ToolResult result = machine.run(List.of(programs.faultTest().toString()));
            assertEquals(0, result.exitCode(), result.output());
            assertTrue(result.output().contains("tests of the faults passed"), result.output());
        } else {
            IOException refused = assertThrows(IOException.class, programs::faultTest);
            assertTrue(refused.getMessage().contains("apt-get install gcc"), refused.getMessage());
        }
    }

    @Test
    void streams_passTheirTests() throws Exception {
        DevicePrograms programs = new DevicePrograms(SOURCES, directory, machine);
        if (isThere("command -v cc")) {
            Path files = Files.createTempDirectory("s"); // a path short enough for a socket
            ToolResult result = machine.run(List.of(programs.streamTest().toString(), files.toString()));
            FileTree.delete(files);
            assertEquals(0, result.exitCode(), result.output());
            assertTrue(result.output().contains("tests of streams passed"), result.output());
        } else {
            IOException refused = assertThrows(IOException.class, programs::streamTest);
            assertTrue(refused.getMessage().contains("apt-get install gcc"), refused.getMessage());
        }
    }

    @Test
    void drive_compilesWithoutWarnings() throws Exception {
        DevicePrograms programs = new DevicePrograms(SOURCES, directory, machine);
        if (isThere("command -v cc && pkg-config --exists 'fuse3 >= 3.12'")) {
            assertTrue(Files.isExecutable(programs.drive()));
            assertTrue(Files.isExecutable(programs.probe()));
            assertTrue(Files.isExecutable(programs.resolver()));
        } else {
            IOException refused = assertThrows(IOException.class, programs::drive);
            assertTrue(refused.getMessage().contains("apt-get install"), refused.getMessage());
        }
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

    private boolean isThere(String condition) throws IOException {
        return machine.run(List.of("sh", "-c", condition)).exitCode() == 0;
    }
}
