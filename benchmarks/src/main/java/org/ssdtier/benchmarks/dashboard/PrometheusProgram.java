package org.ssdtier.benchmarks.dashboard;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Prometheus and its promtool: the installed ones, or Debian's package unpacked below the build directory, which needs no
 * root and starts no service.
 *
 * @param server path of the server
 * @param promtool path of the tool that checks and tests rules
 */
record PrometheusProgram(Path server, Path promtool) {
    private static final String PACKAGE = "prometheus";

    /**
     * Finds or fetches the programs.
     *
     * @param place directory for unpacking
     * @throws IOException if there are none; the message says what to install
     */
    static PrometheusProgram locate(Path place) throws IOException, InterruptedException {
        for (String directory : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            PrometheusProgram installed = in(Path.of(directory));
            if (installed.exists()) {
                return installed;
            }
        }
        PrometheusProgram unpacked = in(place.resolve("usr/bin"));
        if (!unpacked.exists()) {
            fetch(place);
        }
        if (!unpacked.exists()) {
            throw new IOException("program=prometheus: missing; install it (on Debian: apt-get install prometheus)");
        }
        return unpacked;
    }

    private static PrometheusProgram in(Path directory) {
        return new PrometheusProgram(directory.resolve("prometheus"), directory.resolve("promtool"));
    }

    private boolean exists() {
        return Files.isExecutable(server) && Files.isExecutable(promtool);
    }

    private static void fetch(Path place) throws IOException, InterruptedException {
        Files.createDirectories(place);
        if (!run(place, List.of("apt-get", "-q", "download", PACKAGE))) {
            run(place, List.of("apt-get", "-q", "update"));
            run(place, List.of("apt-get", "-q", "download", PACKAGE));
        }
        List<Path> packages;
        try (Stream<Path> files = Files.list(place)) {
            packages = files.filter(file -> file.toString().endsWith(".deb")).toList();
        }
        for (Path packed : packages) {
            run(place, List.of("dpkg-deb", "-x", packed.toString(), place.toString()));
            Files.delete(packed);
        }
    }

    /** Returns whether a command exists and succeeds. */
    private static boolean run(Path place, List<String> command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .directory(place.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException noSuchCommand) {
            return false;
        }
    }
}
