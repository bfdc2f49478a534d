package org.ssdtier.node.weaver;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import net.bytebuddy.dynamic.ClassFileLocator;

/**
 * A locator of classes on the class path that finds the originals of the classes to weave. It skips their woven copies, which are
 * beside the weaver's own classes: those of an earlier build, or those in the jar that is being installed.
 */
final class CassandraClasses implements ClassFileLocator {
    private final ClassLoader loader;
    private final Set<String> woven;
    private final String own;

    /** Creates a locator. {@code woven} has the binary names of the classes to weave. */
    CassandraClasses(ClassLoader loader, Set<String> woven) {
        this.loader = loader;
        this.woven = woven;
        String entry = CassandraClasses.class.getSimpleName() + ".class";
        String url = Objects.requireNonNull(CassandraClasses.class.getResource(entry))
                .toString();
        String path = CassandraClasses.class.getName().replace('.', '/') + ".class";
        own = url.substring(0, url.length() - path.length());
    }

    @Override
    public Resolution locate(String name) throws IOException {
        for (URL url : Collections.list(loader.getResources(name.replace('.', '/') + ".class"))) {
            if (!woven.contains(name) || !url.toString().startsWith(own)) {
                try (InputStream in = url.openStream()) {
                    return new Resolution.Explicit(in.readAllBytes());
                }
            }
        }
        return woven.contains(name)
                ? new Resolution.Illegal(name)
                : ClassFileLocator.ForClassLoader.ofSystemLoader().locate(name);
    }

    @Override
    public void close() {}
}
