package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.node.ToolResult;

/** The C programs of {@code benchmarks/device}, compiled when missing or older than their sources. */
final class DevicePrograms {
    static final String PACKAGES = "gcc libc6-dev pkg-config libfuse3-dev util-linux e2fsprogs procps";
    private static final List<String> FLAGS = List.of("-O2", "-std=c11", "-Wall", "-Wextra", "-Werror");

    private final Path sources;
    private final Path directory;
    private final Machine machine;

    /**
     * Creates an instance; compiles nothing yet.
     *
     * @param sources directory of the C files
     * @param directory directory for the compiled programs
     */
    DevicePrograms(Path sources, Path directory, Machine machine) {
        this.sources = sources;
        this.directory = directory;
        this.machine = machine;
    }

    /** Returns the drive; needs libfuse3. */
    Path drive() throws IOException {
        return compile(
                "drive",
                List.of(
                        "drive.c",
                        "image.c",
                        "keep.c",
                        "model.c",
                        "volume.c",
                        "front.c",
                        "flash.c",
                        "fault.c",
                        "detect.c",
                        "listen.c",
                        "trace.c"),
                true);
    }

    /** Returns the program that runs a load on a device. */
    Path probe() throws IOException {
        return compile("probe", List.of("probe.c", "workload.c"), false);
    }

    /** Returns the program that runs the loads on the model. */
    Path predict() throws IOException {
        return compile(
                "predict", List.of("predict.c", "workload.c", "model.c", "volume.c", "front.c", "flash.c"), false);
    }

    /** Returns the tests of the model. */
    Path modelTest() throws IOException {
        return compile("model_test", List.of("model_test.c", "model.c", "volume.c", "front.c", "flash.c"), false);
    }

    /** Returns the tests of the block cache. */
    Path frontTest() throws IOException {
        return compile("front_test", List.of("front_test.c", "model.c", "volume.c", "front.c", "flash.c"), false);
    }

    /** Returns the tests of the translation layer. */
    Path flashTest() throws IOException {
        return compile("flash_test", List.of("flash_test.c", "flash.c"), false);
    }

    /** Returns the program that names the file behind each write to a drive. */
    Path resolver() throws IOException {
        return compile("resolver", List.of("resolver.c"), false);
    }

    /** Returns the program that runs a block trace on the model. */
    Path replay() throws IOException {
        return compile(
                "replay",
                List.of("replay.c", "model.c", "volume.c", "front.c", "flash.c", "detect.c", "trace.c"),
                false);
    }

    /** Returns the program that compares the translation layer with closed forms. */
    Path validate() throws IOException {
        return compile("validate", List.of("validate.c", "flash.c"), false);
    }

    /** Returns the tests of streams. */
    Path streamTest() throws IOException {
        return compile("stream_test", List.of("stream_test.c", "flash.c", "detect.c", "listen.c", "trace.c"), false);
    }

    /** Returns the tests of the faults. */
    Path faultTest() throws IOException {
        return compile("fault_test", List.of("fault_test.c", "fault.c"), false);
    }

    /** Returns the tests of a drive's data. */
    Path imageTest() throws IOException {
        return compile("image_test", List.of("image_test.c", "image.c", "keep.c"), false);
    }

    /** Returns a message that lists the missing prerequisites of the drive and how to install them, or empty. */
    java.util.Optional<String> missing() throws IOException {
        List<String> absent = new ArrayList<>();
        for (String program :
                List.of("cc", "pkg-config", "losetup", "fallocate", "mkfs.ext4", "mount", "umount", "kill")) {
            if (!has(program)) {
                absent.add(program);
            }
        }
        if (!absent.contains("pkg-config") && !hasFuse()) {
            absent.add("libfuse3");
        }
        return absent.isEmpty()
                ? java.util.Optional.empty()
                : java.util.Optional.of("missing=" + String.join(",", absent)
                        + ": install them; on Debian: apt-get install " + PACKAGES
                        + "; or, as root, use --install");
    }

    /** Installs missing packages with apt-get if it exists and this program is root; reports it. */
    void install(Consumer<String> say) throws IOException {
        if (missing().isEmpty() || !machine.isRoot() || !has("apt-get")) {
            return;
        }
        say.accept(missing().get().replaceFirst(":.*", "") + "; installing: " + PACKAGES);
        List<String> command = new ArrayList<>(List.of(
                "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "--no-install-recommends"));
        command.addAll(Arrays.asList(PACKAGES.split(" ", -1)));
        ToolResult installed = machine.run(command);
        if (installed.exitCode() != 0) {
            machine.run(List.of("apt-get", "update"));
            machine.require(command.toArray(String[]::new));
        }
    }

    private boolean has(String program) throws IOException {
        return machine.run(List.of("sh", "-c", "command -v " + program)).exitCode() == 0;
    }

    private boolean hasFuse() throws IOException {
        return machine.run(List.of("pkg-config", "--exists", "fuse3 >= 3.12")).exitCode() == 0;
    }

    private Path compile(String program, List<String> files, boolean withFuse) throws IOException {
        Path target = directory.resolve(program);
        if (isCurrent(target)) {
            return target;
        }
        if (!has("cc")) {
            throw new IOException(
                    "program=cc: missing; install a C compiler; on Debian: apt-get install gcc libc6-dev");
        }
        Files.createDirectories(directory);
        Path fresh = Files.createTempFile(directory, program, ".new");
        List<String> command = new ArrayList<>(List.of("cc"));
        command.addAll(FLAGS);
        command.addAll(List.of("-o", fresh.toString()));
        files.forEach(file -> command.add(sources.resolve(file).toString()));
        if (withFuse) {
            command.addAll(fuseFlags());
        }
        command.addAll(List.of("-lm", "-lpthread"));
        try {
            machine.require(command.toArray(String[]::new));
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
        return target;
    }

    private List<String> fuseFlags() throws IOException {
        if (!hasFuse()) {
            throw new IOException("library=fuse3: missing, or older than 3.12; on Debian: apt-get install libfuse3-dev"
                    + " pkg-config");
        }
        return Arrays.asList(
                machine.require("pkg-config", "--cflags", "--libs", "fuse3").split("\\s+", -1));
    }

    private boolean isCurrent(Path target) throws IOException {
        if (!Files.exists(target)) {
            return false;
        }
        try (Stream<Path> files = Files.list(sources)) {
            for (Path source : files.filter(DevicePrograms::isSource).toList()) {
                if (Files.getLastModifiedTime(source).compareTo(Files.getLastModifiedTime(target)) > 0) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isSource(Path path) {
        return path.toString().endsWith(".c") || path.toString().endsWith(".h");
    }
}
