package org.ssdtier.benchmarks.dashboard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A file system of 29 MiB in memory that only a node sees, in a mount namespace of its own, and that ends with the node.
 * It needs the rights of root.
 */
final class SmallDisk {
    /**
     * The script mounts the file system at its first argument and becomes the program of the others. Before that it leaves
     * the emulated drives of others: the new namespace has a copy of each of their mounts, which would keep them busy.
     */
    private static final String SCRIPT = String.join(
            "\n",
            "while read -r source place rest; do",
            "    [ \"$source\" = ssdtier-drive ] && umount --lazy \"${place%/drive}/files\" \"$place\" 2>/dev/null",
            "done < /proc/self/mounts",
            "mount -t tmpfs -o size=29m,mode=0700 ssdtier \"$0\" && exec \"$@\"");

    private static final int TIMEOUT_SECONDS = 10;

    private SmallDisk() {}

    /**
     * Returns the words before a node's command that give it such a file system; empty where that is not permitted.
     *
     * @param mountPoint an empty directory; created if it does not exist
     */
    static List<String> prefix(Path mountPoint) throws IOException, InterruptedException {
        Files.createDirectories(mountPoint);
        List<String> words = List.of("unshare", "--mount", "sh", "-c", SCRIPT, mountPoint.toString());
        List<String> trial = new ArrayList<>(words);
        trial.add("true");
        try {
            Process process = new ProcessBuilder(trial)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                return process.exitValue() == 0 ? words : List.of();
            }
            process.destroyForcibly();
            return List.of();
        } catch (IOException noSuchProgram) {
            return List.of();
        }
    }

    /** Returns a path in the file system of a process, as others see it. */
    static Path seenFromOutside(Path path, long pid) {
        return Path.of("/proc/" + pid + "/root" + path);
    }
}
