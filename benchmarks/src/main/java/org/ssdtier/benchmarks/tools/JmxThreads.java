package org.ssdtier.benchmarks.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The threads by which a process answers JMX, and the CPU time that they have used, as the kernel counts it
 * ({@code /proc/PID/task/TID/schedstat}; see {@code proc_pid_task(5)}). The JDK keeps an idle one for a minute, so two readings
 * within that time miss none.
 */
final class JmxThreads {
    /** Begins of the names that the JDK gives them. */
    private static final String[] NAMES = {"RMI ", "JMX "};

    private final Path tasks;

    private JmxThreads(Path tasks) {
        this.tasks = tasks;
    }

    /** Returns the threads of a process. */
    static JmxThreads of(long pid) {
        return in(Path.of("/proc/" + pid + "/task"));
    }

    /** Returns the threads with a directory each in a directory. */
    static JmxThreads in(Path tasks) {
        return new JmxThreads(tasks);
    }

    /** Returns the CPU time that the living ones have used, in ns. */
    long cpuNanos() throws IOException {
        long sum = 0;
        try (Stream<Path> threads = Files.list(tasks)) {
            for (Path thread : threads.toList()) {
                sum += cpuNanos(thread);
            }
        }
        return sum;
    }

    private static long cpuNanos(Path thread) throws IOException {
        try {
            String name = Files.readString(thread.resolve("comm"));
            if (Stream.of(NAMES).noneMatch(name::startsWith)) {
                return 0;
            }
            String[] words = Files.readString(thread.resolve("schedstat")).split(" ");
            return Long.parseLong(words[0]);
        } catch (IOException e) {
            if (Files.exists(thread)) {
                throw e;
            }
            return 0; // it has ended
        }
    }
}
