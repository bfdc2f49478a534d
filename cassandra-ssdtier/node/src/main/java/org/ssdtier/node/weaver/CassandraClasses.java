package org.ssdtier.node.weaver;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import net.bytebuddy.dynamic.ClassFileLocator;

/**
 * A locator of classes on the class path that prefers classes in a jar. It thus skips woven classes of an earlier build, which are
 * files, while the originals are in a jar.
 */
final class CassandraClasses implements ClassFileLocator {
    private final ClassLoader loader;

    CassandraClasses(ClassLoader loader) {
        this.loader = loader;
    }

    @Override
    public Resolution locate(String name) throws IOException {
        URL last = null;
        for (URL url : Collections.list(loader.getResources(name.replace('.', '/') + ".class"))) {
            last = url;
            if (url.getProtocol().equals("jar")) {
                break;
            }
        }
        if (last == null) {
            return ClassFileLocator.ForClassLoader.ofSystemLoader().locate(name);
        }
        try (InputStream in = last.openStream()) {
            return new Resolution.Explicit(in.readAllBytes());
        }
    }

    @Override
    public void close() {}
}
