package org.ssdtier.rowcache.cassandra;

import java.util.List;
import java.util.function.Predicate;
import org.apache.cassandra.exceptions.ConfigurationException;

/**
 * The packages of the JDK that Chronicle, the library of the memory outside the heap, must be able to open by reflection.
 * Cassandra's own JVM options open them; options carried over from an older Cassandra may not.
 *
 * @param isOpen tells whether a package of {@code java.base} is open to the classes of the node
 */
record OpenPackages(Predicate<String> isOpen) {
    private static final List<String> NEEDED = List.of("java.lang.reflect");

    static OpenPackages ofThisJvm() {
        return new OpenPackages(name -> Object.class.getModule().isOpen(name, OpenPackages.class.getModule()));
    }

    /**
     * Checks that all are open.
     *
     * @throws ConfigurationException if one is not; the message has the option to add
     */
    void check() {
        for (String name : NEEDED) {
            if (!isOpen.test(name)) {
                throw new ConfigurationException(
                        "ssd_row_cache needs the JVM option --add-opens=java.base/" + name
                                + "=ALL-UNNAMED, which this JVM was started without. Cassandra's own jvm17-server.options has it.");
            }
        }
    }
}
