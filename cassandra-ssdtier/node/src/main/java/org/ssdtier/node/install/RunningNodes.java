package org.ssdtier.node.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The nodes that run on this machine, by the command lines of its processes. */
public final class RunningNodes {
    private static final String DAEMON = "org.apache.cassandra.service.CassandraDaemon";
    private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");

    private final Path processes;

    /** Creates a view of a file system of processes: {@code /proc}. */
    public RunningNodes(Path processes) {
        this.processes = processes;
    }

    /**
     * Returns the process numbers of the nodes that run from a home: those whose class path has a jar of it. A node with a relative
     * class path whose working directory may not be read counts too.
     *
     * @throws IOException if the processes cannot be listed
     */
    public List<String> of(CassandraHome home) throws IOException {
        if (!Files.isDirectory(processes)) {
            throw new InstallRefusal(
                    "processes=" + processes + ": no such directory, so a running node would not be seen;"
                            + " stop the node and add --force-running");
        }
        Set<Path> directories = new HashSet<>(
                List.of(home.lib(), home.lib().toRealPath(), home.jar().getParent()));
        List<Path> numbered;
        try (Stream<Path> all = Files.list(processes)) {
            numbered = all.filter(process -> process.getFileName().toString().matches("\\d+"))
                    .sorted()
                    .toList();
        }
        List<String> running = new ArrayList<>();
        for (Path process : numbered) {
            List<String> words = commandLine(process);
            if (words.contains(DAEMON) && isFrom(directories, workingDirectory(process), classPath(words))) {
                running.add(process.getFileName().toString());
            }
        }
        return running;
    }

    /** Returns the words of a process's command line; none if the process has ended or may not be looked at. */
    private static List<String> commandLine(Path process) {
        try {
            String line = new String(Files.readAllBytes(process.resolve("cmdline")), StandardCharsets.UTF_8);
            return List.of(line.split("\0"));
        } catch (IOException e) {
            return List.of();
        }
    }

    private static @Nullable Path workingDirectory(Path process) {
        try {
            return process.resolve("cwd").toRealPath();
        } catch (IOException e) {
            return null;
        }
    }

    private static List<String> classPath(List<String> words) {
        for (int i = 0; i + 1 < words.size(); i++) {
            if (CLASS_PATH.contains(words.get(i))) {
                return List.of(words.get(i + 1).split(":"));
            }
        }
        return List.of();
    }

    private static boolean isFrom(Set<Path> directories, @Nullable Path workingDirectory, List<String> classPath) {
        Set<Path> seen = new HashSet<>();
        for (String element : classPath) {
            if (element.isEmpty()) {
                continue;
            }
            Path path = Path.of(element);
            if (!path.isAbsolute()) {
                if (workingDirectory == null) {
                    return true;
                }
                path = workingDirectory.resolve(path);
            }
            Path directory = path.getParent();
            if (directory != null && seen.add(directory) && directories.contains(real(directory))) {
                return true;
            }
        }
        return false;
    }

    private static Path real(Path directory) {
        try {
            return directory.toRealPath();
        } catch (IOException e) {
            return directory;
        }
    }
}
