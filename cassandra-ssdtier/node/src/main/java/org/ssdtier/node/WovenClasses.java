package org.ssdtier.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The list of woven classes in a drop-in jar: the name of each class, and the SHA-256 of the class of Cassandra that it replaces. The
 * weaver writes it; the guard at a start and the installer compare it with the Cassandra beside the jar.
 */
public final class WovenClasses {
    /** Path of the list in the jar. A jar that has it is a drop-in jar. */
    public static final String PATH = "META-INF/ssdtier/woven-classes.properties";

    /** Attribute of the jar's manifest: the release of Cassandra that its classes were woven for. */
    public static final String CASSANDRA_ATTRIBUTE = "SSD-Tier-Cassandra";

    private WovenClasses() {}

    /**
     * Reads a list.
     *
     * @param list the list's bytes; not closed
     * @return class name → SHA-256 in lower-case hexadecimal, sorted by name
     * @throws IOException if it cannot be read
     */
    public static Map<String, String> read(InputStream list) throws IOException {
        Properties properties = new Properties();
        properties.load(new InputStreamReader(list, StandardCharsets.UTF_8));
        Map<String, String> classes = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> classes.put(name, properties.getProperty(name)));
        return classes;
    }

    /** Returns the text of a list: a line for each class, in the map's order. */
    public static String text(Map<String, String> classes) {
        StringBuilder text = new StringBuilder();
        classes.forEach((name, sha) -> text.append(name).append('=').append(sha).append('\n'));
        return text.toString();
    }

    /** Returns the path of a class in a jar. */
    public static String entryOf(String className) {
        return className.replace('.', '/') + ".class";
    }
}
