package org.ssdtier.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.jar.Manifest;
import org.apache.cassandra.exceptions.ConfigurationException;

/**
 * A check that the Cassandra beside the drop-in jar is the one for which its classes were woven. Every woven class must come first on
 * the class path, and the class that it hides must be identical, byte for byte, to the input of the weaver.
 */
public final class CassandraGuard {
    private static final String ADVICE = " Install the drop-in jar for this Cassandra"
            + " (java -jar cassandra-ssdtier-VERSION.jar install HOME), or take it out of lib/ to run stock Cassandra.";

    private CassandraGuard() {}

    /**
     * Checks all woven classes.
     *
     * @throws ConfigurationException if the Cassandra beside the jar is another one; the message says what was found and what to do
     */
    public static void check() {
        ClassLoader loader = CassandraGuard.class.getClassLoader();
        try {
            for (Map.Entry<String, String> woven : wovenClasses(loader).entrySet()) {
                checkClass(loader, woven.getKey(), woven.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> wovenClasses(ClassLoader loader) throws IOException {
        try (InputStream list = loader.getResourceAsStream(WovenClasses.PATH)) {
            if (list == null) {
                throw new ConfigurationException(
                        "The drop-in jar is damaged: it has no " + WovenClasses.PATH + "." + ADVICE, false);
            }
            return WovenClasses.read(list);
        }
    }

    private static void checkClass(ClassLoader loader, String className, String expectedSha256) throws IOException {
        List<URL> copies = new ArrayList<>(Collections.list(loader.getResources(WovenClasses.entryOf(className))));
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
                            + copies.get(1) + ", expected " + expectedSha256 + release(loader) + "." + ADVICE,
                    false);
        }
    }

    /** Returns the release that the jar was woven for, in words; nothing if its manifest does not name it. */
    private static String release(ClassLoader loader) throws IOException {
        URL list = loader.getResource(WovenClasses.PATH);
        Manifest manifest =
                list != null && list.openConnection() instanceof JarURLConnection jar ? jar.getManifest() : null;
        String release =
                manifest == null ? null : manifest.getMainAttributes().getValue(WovenClasses.CASSANDRA_ATTRIBUTE);
        return release == null ? "" : ", that of Cassandra " + release;
    }

    private static String sha256(URL resource) throws IOException {
        try (InputStream in = resource.openStream()) {
            return Sha256.hex(in.readAllBytes());
        }
    }
}
