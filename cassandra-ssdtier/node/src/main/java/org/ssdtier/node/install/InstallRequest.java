package org.ssdtier.node.install;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A command line of the installer.
 *
 * @param command the command
 * @param home the Cassandra; null for {@code version} and {@code help}
 * @param configuration directory of {@code cassandra.yaml}; null if not given
 * @param appendsYaml whether the block is appended to {@code cassandra.yaml}
 * @param forcesRunning whether a running node is no reason to refuse
 */
record InstallRequest(
        String command, @Nullable Path home, @Nullable Path configuration, boolean appendsYaml, boolean forcesRunning) {
    static final String INSTALL = "install";
    static final String VERIFY = "verify";
    static final String UNINSTALL = "uninstall";
    static final String VERSION = "version";
    static final String HELP = "help";

    private static final String CONFIGURATION = "--conf";
    private static final String APPEND_YAML = "--append-yaml";
    private static final String FORCE_RUNNING = "--force-running";
    private static final Set<String> HELP_WORDS = Set.of(HELP, "-h", "--help");

    /** The options of each command. */
    private static final Map<String, Set<String>> OPTIONS = Map.of(
            INSTALL, Set.of(CONFIGURATION, APPEND_YAML, FORCE_RUNNING),
            VERIFY, Set.of(CONFIGURATION),
            UNINSTALL, Set.of(CONFIGURATION, FORCE_RUNNING),
            VERSION, Set.of());

    /** Returns the home of a command that has one. */
    Path cassandra() {
        return Objects.requireNonNull(home);
    }

    /**
     * Reads a command line.
     *
     * @throws IllegalArgumentException if a word is not allowed or missing; the message names what is allowed
     */
    static InstallRequest parse(List<String> words) {
        if (words.stream().anyMatch(HELP_WORDS::contains)) {
            return new InstallRequest(HELP, null, null, false, false);
        }
        Set<String> allowed = words.isEmpty() ? null : OPTIONS.get(words.get(0));
        if (allowed == null) {
            throw new IllegalArgumentException("command" + (words.isEmpty() ? " missing" : "=" + words.get(0))
                    + ", allowed install | verify | uninstall | doctor | version | help");
        }
        String command = words.get(0);
        List<String> arguments = new ArrayList<>();
        Set<String> options = new TreeSet<>();
        Path configuration = null;
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i);
            if (!word.startsWith("-")) {
                arguments.add(word);
                continue;
            }
            if (!allowed.contains(word)) {
                throw new IllegalArgumentException("option=" + word + ", allowed "
                        + (allowed.isEmpty() ? "none" : String.join(" | ", new TreeSet<>(allowed))));
            }
            options.add(word);
            if (word.equals(CONFIGURATION)) {
                i++;
                configuration = Path.of(valueOf(word, words, i));
            }
        }
        return new InstallRequest(
                command,
                home(command, arguments),
                configuration,
                options.contains(APPEND_YAML),
                options.contains(FORCE_RUNNING));
    }

    private static String valueOf(String option, List<String> words, int index) {
        if (index == words.size()) {
            throw new IllegalArgumentException("option=" + option + ": value missing");
        }
        return words.get(index);
    }

    private static @Nullable Path home(String command, List<String> arguments) {
        int wanted = command.equals(VERSION) ? 0 : 1;
        if (arguments.size() != wanted) {
            throw new IllegalArgumentException("arguments=" + String.join(" ", arguments) + ", allowed "
                    + (wanted == 0 ? "none" : "one HOME, the directory of Cassandra"));
        }
        return wanted == 0 ? null : Path.of(arguments.get(0));
    }
}
