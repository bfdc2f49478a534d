package org.ssdtier.benchmarks.peers;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A memcached with extstore: the installed one, or Debian's package unpacked below the build directory, which needs no
 * root and starts no service.
 *
 * @param program path of the program
 * @param environment environment variables for its libraries
 */
record MemcachedProgram(Path program, Map<String, String> environment) {
    private static final String NAME = "memcached";

    /**
     * Finds or fetches the program.
     *
     * @param place directory for unpacking
     * @throws IOException if there is none; the message says what to install
     */
    static MemcachedProgram locate(Path place) throws IOException, InterruptedException {
        for (String directory : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            MemcachedProgram installed = new MemcachedProgram(Path.of(directory, NAME), Map.of());
            if (installed.works()) {
                return installed;
            }
        }
        MemcachedProgram unpacked = unpacked(place);
        if (!unpacked.works()) {
            fetch(place);
            unpacked = unpacked(place);
        }
        if (!unpacked.works()) {
            throw new IOException("no memcached with extstore: install the package memcached (Debian: 1.6.18)");
        }
        return unpacked;
    }

    private static MemcachedProgram unpacked(Path place) throws IOException {
        Path lib = place.resolve("usr/lib");
        String path = "";
        if (Files.isDirectory(lib)) {
            try (Stream<Path> directories = Files.list(lib)) {
                path = String.join(
                        File.pathSeparator,
                        directories
                                .filter(Files::isDirectory)
                                .map(Path::toString)
                                .toList());
            }
        }
        return new MemcachedProgram(place.resolve("usr/bin").resolve(NAME), Map.of("LD_LIBRARY_PATH", path));
    }

    private boolean works() throws IOException, InterruptedException {
        return Files.isExecutable(program)
                && run(program.toAbsolutePath().getParent(), environment, program.toString(), "-h")
                        .filter(help -> help.contains("ext_path"))
                        .isPresent();
    }

    private static void fetch(Path place) throws IOException, InterruptedException {
        Files.createDirectories(place);
        if (download(place, List.of(NAME)).isEmpty()) {
            run(place, Map.of(), "apt-get", "update");
            download(place, List.of(NAME));
        }
        for (Path packed : packages(place)) {
            run(place, Map.of(), "dpkg-deb", "-f", packed.toString(), "Depends").ifPresent(depends -> {
                List<String> libraries = Arrays.stream(depends.split(",", -1))
                        .map(dependency -> dependency.strip().split("[ :]", -1)[0])
                        .filter(dependency -> dependency.startsWith("lib") && !dependency.equals("libc6"))
                        .toList();
                downloadQuietly(place, libraries);
            });
        }
        for (Path packed : packages(place)) {
            run(place, Map.of(), "dpkg-deb", "-x", packed.toString(), place.toString());
        }
    }

    private static void downloadQuietly(Path place, List<String> libraries) {
        try {
            download(place, libraries);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Optional<String> download(Path place, List<String> names) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("apt-get", "-q", "download"));
        command.addAll(names);
        return run(place, Map.of(), command.toArray(String[]::new));
    }

    private static List<Path> packages(Path place) throws IOException {
        try (Stream<Path> files = Files.list(place)) {
            return files.filter(file -> file.toString().endsWith(".deb")).toList();
        }
    }

    /** Returns the output of a command; empty if it does not exist or fails. */
    private static Optional<String> run(Path place, Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(place.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? Optional.of(output) : Optional.empty();
        } catch (IOException noSuchCommand) {
            return Optional.empty();
        }
    }
}
