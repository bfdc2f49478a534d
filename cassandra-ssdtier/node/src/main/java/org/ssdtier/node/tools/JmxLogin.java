package org.ssdtier.node.tools;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ssdtier.node.doctor.JmxAddress;

/**
 * User, password and TLS of JMX connections, as nodetool takes them.
 *
 * @param user the user; null for none
 * @param password the password; null for none
 * @param usesTls whether connections are encrypted
 */
record JmxLogin(@Nullable String user, @Nullable String password, boolean usesTls) {
    private static final String TLS_OPTIONS = ".cassandra/nodetool-ssl.properties";

    /**
     * Returns the login that options describe. A missing password is read from the file, or else from the terminal.
     *
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if the options do not make a user and a password; the message says why
     */
    static JmxLogin of(@Nullable String user, @Nullable String password, @Nullable String passwordFile, boolean usesTls)
            throws IOException {
        if (usesTls) {
            readTlsOptions(Path.of(System.getProperty("user.home"), TLS_OPTIONS));
        }
        if (user == null) {
            if (password != null || passwordFile != null) {
                throw new IllegalArgumentException("password without user, allowed both: add --username");
            }
            return new JmxLogin(null, null, usesTls);
        }
        String found = password;
        if (found == null) {
            found = passwordFile == null ? askFor(user) : passwordOf(user, Path.of(passwordFile));
        }
        return new JmxLogin(user, found, usesTls);
    }

    /** Returns the address of a node. */
    JmxAddress at(String host, int port) {
        return new JmxAddress(host, port, user, password, usesTls);
    }

    /**
     * Returns the address that {@code HOST} or {@code HOST:PORT} names.
     *
     * @throws IllegalArgumentException if it is neither
     */
    JmxAddress parse(String text, int port) {
        return JmxAddress.parse(text, port, user, password, usesTls);
    }

    private static String passwordOf(String user, Path file) throws IOException {
        for (String line : Files.readAllLines(file)) {
            List<String> words = List.of(line.strip().split("\\s+", 2));
            if (words.size() == 2 && words.get(0).equals(user)) {
                return words.get(1);
            }
        }
        throw new IllegalArgumentException(
                "password-file=" + file + ": has no line for user=" + user + ", allowed lines of user and password");
    }

    @SuppressWarnings("SystemConsoleNull") // Cassandra 5.0 runs on Java 17
    private static String askFor(String user) {
        Console console = System.console();
        char[] typed = console == null ? null : console.readPassword("Password of %s: ", user);
        if (typed == null) {
            throw new IllegalArgumentException("user=" + user + ": password missing, allowed --password-file FILE");
        }
        return new String(typed);
    }

    /** Sets the system properties of a file of JVM options, {@code -Dname=value} each; those that are set are kept. */
    private static void readTlsOptions(Path file) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        for (String word : Files.readString(file).strip().split("\\s+", -1)) {
            String option = word.startsWith("-D") ? word.substring(2) : word;
            int equals = option.indexOf('=');
            if (equals > 0 && System.getProperty(option.substring(0, equals)) == null) {
                System.setProperty(option.substring(0, equals), option.substring(equals + 1));
            }
        }
    }
}
