package org.ssdtier.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import org.apache.cassandra.exceptions.ConfigurationException;

/**
 * A check that the Cassandra beside the drop-in jar is the one for which its classes were woven. Every woven class must come first on
 * the class path, and the class that it hides must be identical, byte for byte, to the input of the weaver.
 */
public final class CassandraGuard {
    /** Path of the list written by the weaver: class name = SHA-256 of the class that the woven one replaces. */
    public static final String WOVEN_LIST = "META-INF/ssdtier/woven-classes.properties";

    private static final String ADVICE =
            " Put the drop-in jar that was built for this Cassandra into lib/, or take it out to run stock Cassandra.";

    private CassandraGuard() {}

    /**
     * Checks all woven classes.
     *
     * @throws ConfigurationException if the Cassandra beside the jar is another one; the message says what was found and what to do
     */
    public static void check() {
        ClassLoader loader = CassandraGuard.class.getClassLoader();
        try {
            Properties woven = wovenClasses(loader);
            for (String className : woven.stringPropertyNames()) {
                checkClass(loader, className, woven.getProperty(className));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Properties wovenClasses(ClassLoader loader) throws IOException {
        Properties woven = new Properties();
        try (InputStream list = loader.getResourceAsStream(WOVEN_LIST)) {
            if (list == null) {
                throw new ConfigurationException(
                        "The drop-in jar is damaged: it has no " + WOVEN_LIST + "." + ADVICE, false);
            }
            woven.load(list);
        }
        return woven;
    }

    private static void checkClass(ClassLoader loader, String className, String expectedSha256) throws IOException {
        List<URL> copies =
                new ArrayList<>(Collections.list(loader.getResources(className.replace('.', '/') + ".class")));
        if (copies.size() < 2) {
            throw new ConfigurationException(
                    "There is no Cassandra beside the drop-in jar: " + className + " was found " + copies.size()
                            + " time(s), expected the woven one and Cassandra's." + ADVICE,
                    false);
        }
        if (sha256(copies.get(0)).equals(expectedSha256)) {
            throw new ConfigurationException(
                    "The drop-in jar comes after Cassandra on the class path: " + copies.get(0)
                            + " hides the woven class. Keep the jar's name, which sorts before apache-cassandra-*.jar."
                            + ADVICE,
                    false);
        }
        String found = sha256(copies.get(1));
        if (!found.equals(expectedSha256)) {
            throw new ConfigurationException(
                    "This drop-in jar was built for another Cassandra: " + className + " has SHA-256 " + found + " in "
                            + copies.get(1) + ", expected " + expectedSha256 + "." + ADVICE,
                    false);
        }
    }

    private static String sha256(URL resource) throws IOException {
        try (InputStream in = resource.openStream()) {
            return Sha256.hex(in.readAllBytes());
        }
    }
}
