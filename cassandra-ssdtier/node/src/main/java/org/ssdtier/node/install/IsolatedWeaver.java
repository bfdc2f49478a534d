package org.ssdtier.node.install;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * The weaver of the build, in a class loader of its own: the libraries that are nested in our jar, the jars of the Cassandra that was
 * found, then our jar. Thus nothing is added to the class path of a node, and our classes are linked against that Cassandra.
 */
final class IsolatedWeaver implements CassandraWeaver {
    private static final String WEAVER = "org.ssdtier.node.weaver.Weaver";

    @Override
    public void weave(CassandraHome home, Path jar, Path directory) throws IOException {
        try (ScratchDirectory scratch = ScratchDirectory.create();
                URLClassLoader loader = new URLClassLoader(
                        classPath(home, jar, scratch.path()), ClassLoader.getPlatformClassLoader())) {
            String[] arguments = {directory.toString(), jar.toString()};
            Class.forName(WEAVER, true, loader)
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) arguments);
        } catch (InvocationTargetException e) {
            throw refusal(home, e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new InstallRefusal("jar=" + jar + ": damaged: " + e);
        }
    }

    private static URL[] classPath(CassandraHome home, Path jar, Path scratch) throws IOException {
        List<Path> jars = new ArrayList<>(extract(jar, scratch));
        jars.add(home.jar());
        for (Path library : CassandraHome.jarsIn(home.lib())) {
            if (!home.ours().contains(library)) {
                jars.add(library);
            }
        }
        jars.add(jar);
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = jars.get(i).toUri().toURL();
        }
        return urls;
    }

    /** Copies the nested libraries out of our jar, because a class loader reads no jar in a jar. */
    private static List<Path> extract(Path jar, Path directory) throws IOException {
        List<Path> libraries = new ArrayList<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry : file.stream().toList()) {
                String name = entry.getName();
                if (name.startsWith(DropInJar.WEAVER_LIBRARIES) && name.endsWith(".jar")) {
                    Path library = directory.resolve(libraries.size() + ".jar");
                    try (InputStream in = file.getInputStream(entry)) {
                        Files.copy(in, library);
                    }
                    libraries.add(library);
                }
            }
        }
        return libraries;
    }

    private static IOException refusal(CassandraHome home, Throwable cause) {
        if (cause instanceof IOException failure) {
            return failure;
        }
        if (cause instanceof UncheckedIOException failure) {
            return failure.getCause();
        }
        String reason = cause instanceof IllegalStateException ? cause.getMessage() : cause.toString();
        IOException refusal = new InstallRefusal("jar=" + home.jar() + " version=" + home.version()
                + ": this Cassandra does not fit: " + reason + ". Nothing was changed.");
        refusal.initCause(cause);
        return refusal;
    }
}
