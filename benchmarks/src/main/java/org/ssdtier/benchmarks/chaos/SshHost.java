package org.ssdtier.benchmarks.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Another machine, on which a shell is reached by ssh. The key and the user are those of ssh's own configuration.
 *
 * @param address address of the machine, for ssh and for Cassandra
 * @param ssh words of the command that takes an address and a script
 */
record SshHost(String address, List<String> ssh) {
    private static final int SECONDS = 300;

    SshHost {
        ssh = List.copyOf(ssh);
    }

    /**
     * Runs a script with the shell of the other machine, which must succeed.
     *
     * @return its output
     */
    String run(String script) throws IOException {
        List<String> command = new ArrayList<>(ssh);
        command.add(address);
        command.add("bash -euc " + quoted(script));
        return Shell.require(command, SECONDS);
    }

    /** Copies a directory to a directory of the other machine, where it replaces files of the same names. */
    void send(Path from, String to) throws IOException {
        String unpack = "mkdir -p " + quoted(to) + " && tar -C " + quoted(to) + " -xzf -";
        List<String> words = new ArrayList<>(ssh);
        words.add(address);
        words.add(quoted(unpack));
        Shell.require(
                List.of(
                        "bash",
                        "-o",
                        "pipefail",
                        "-euc",
                        "tar -C " + quoted(from.toString())
                                + " -czf - --exclude=./data --exclude=./logs/* --exclude=./run/* . | "
                                + String.join(" ", words)),
                SECONDS);
    }

    /** Returns a text as one word of a shell. */
    static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
