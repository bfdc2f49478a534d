package org.ssdtier.benchmarks.top;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import javax.management.remote.JMXConnector;
import javax.rmi.ssl.SslRMIClientSocketFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a JMX login, as nodetool has them. */
final class Login {
    private static final String TLS_OPTIONS = ".cassandra/nodetool-ssl.properties";

    @Option(
            names = {"-u", "--username"},
            paramLabel = "USER",
            description = "User of JMX.")
    private @Nullable String user;

    @Option(
            names = {"-pw", "--password"},
            paramLabel = "PASSWORD",
            description = "Password of JMX; better in a file, since other users see command lines.")
    private @Nullable String password;

    @Option(
            names = {"-pwf", "--password-file"},
            paramLabel = "FILE",
            description = "File with lines of user and password, as for nodetool.")
    private @Nullable Path passwordFile;

    @Option(names = "--ssl", description = "Connect by TLS, with the options in ~/.cassandra/nodetool-ssl.properties.")
    private boolean usesTls;

    /**
     * Returns the options of a JMX connector.
     *
     * @throws IOException if a file cannot be read
     * @throws IllegalArgumentException if user or password is missing
     */
    Map<String, Object> environment() throws IOException {
        Map<String, Object> environment = new HashMap<>();
        if (user == null && (password != null || passwordFile != null)) {
            throw new IllegalArgumentException("password without user, allowed both: add --username");
        }
        if (user != null) {
            environment.put(JMXConnector.CREDENTIALS, new String[] {user, password()});
        }
        if (usesTls) {
            readTlsOptions(Path.of(System.getProperty("user.home"), TLS_OPTIONS));
            environment.put("com.sun.jndi.rmi.factory.socket", new SslRMIClientSocketFactory());
        }
        return environment;
    }

    private String password() throws IOException {
        if (password != null) {
            return password;
        }
        return passwordFile == null ? typed() : passwordIn(passwordFile, Objects.requireNonNull(user));
    }

    private static String passwordIn(Path file, String user) throws IOException {
        for (String line : Files.readAllLines(file)) {
            String[] words = line.strip().split("\\s+", 2);
            if (words.length == 2 && words[0].equals(user)) {
                return words[1];
            }
        }
        throw new IllegalArgumentException(
                "password-file=" + file + ": has no line for user=" + user + ", allowed lines of user and password");
    }

    @SuppressWarnings("SystemConsoleNull") // the launcher runs on Java 17
    private String typed() {
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
