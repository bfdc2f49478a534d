package org.ssdtier.node.install;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The operator tools, run in a class loader of their own with the jars of a home: for a home whose drop-in jar is missing or does not
 * fit, in which its script cannot run.
 */
final class IsolatedTools {
    private static final String TOOLS = "org.ssdtier.node.tools.OperatorTools";

    private IsolatedTools() {}

    /**
     * Runs a command line.
     *
     * @param jar our own jar
     * @return its exit code
     * @throws InstallRefusal if a class of the home or of our jar is missing
     */
    static int call(CassandraHome home, Path jar, List<String> words, PrintStream out, PrintStream err)
            throws IOException {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(classPath(home, jar), ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            return (int) Class.forName(TOOLS, true, loader)
                    .getMethod("call", String[].class, PrintStream.class, PrintStream.class)
                    .invoke(null, words.toArray(String[]::new), out, err);
        } catch (InvocationTargetException e) {
            throw refusal(home, e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw refusal(home, e);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static InstallRefusal refusal(CassandraHome home, Throwable cause) {
        InstallRefusal refusal = new InstallRefusal("home=" + home.directory() + ": its jars do not fit: " + cause);
        refusal.initCause(cause);
        return refusal;
    }

    /** Our jar is the last one, so that its woven classes do not stand for those of Cassandra. */
    private static URL[] classPath(CassandraHome home, Path jar) throws IOException {
        List<Path> jars = new ArrayList<>(List.of(home.jar()));
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
}
