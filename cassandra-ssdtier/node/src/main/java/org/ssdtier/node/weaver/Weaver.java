package org.ssdtier.node.weaver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.pool.TypePool;
import org.ssdtier.node.Sha256;
import org.ssdtier.node.WovenClasses;

/**
 * The step that writes the woven classes and the list of the replaced classes to a directory. The build runs it against the release of
 * the pom, and the installer against the Cassandra that it finds.
 *
 * <p>Byte Buddy silently skips advice that matches no method. Every weave therefore lists the calls that its methods must contain, and
 * the weaver fails if one is missing.
 */
public final class Weaver {
    private final Path target;
    private final ClassFileLocator locator;
    private final TypePool types;
    private final Map<String, String> replaced = new TreeMap<>();

    private Weaver(Path target, ClassFileLocator locator) {
        this.target = target;
        this.locator = locator;
        types = TypePool.Default.of(locator);
    }

    /**
     * Runs the weaver.
     *
     * @param arguments the directory to write to; after it, optionally, a jar whose classes must find in the Cassandra at hand
     *     everything that they use of it
     * @throws IOException if a class cannot be read or written
     * @throws IllegalStateException if a weave does not take, or something that the jar's classes use is missing; the message names
     *     class and method
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 1 || arguments.length > 2) {
            throw new IllegalArgumentException(
                    "usage: Weaver DIRECTORY [JAR], found " + arguments.length + " arguments");
        }
        ClassLoader loader = Weaver.class.getClassLoader();
        List<Weave> weaves = Weaves.all();
        Set<String> classes = weaves.stream().map(Weave::className).collect(Collectors.toUnmodifiableSet());
        Weaver weaver = new Weaver(Path.of(arguments[0]), new CassandraClasses(loader, classes));
        weaves.forEach(weaver::weave);
        if (arguments.length == 2) {
            new LinkCheck(loader).check(Path.of(arguments[1]), classes);
        }
        weaver.writeList();
    }

    private void weave(Weave weave) {
        try (DynamicType.Unloaded<?> woven = changed(weave)) {
            weave.expectations().forEach(expectation -> expectation.check(weave.className(), woven.getBytes()));
            woven.saveIn(target.toFile());
            replaced.put(
                    weave.className(),
                    Sha256.hex(locator.locate(weave.className()).resolve()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the changed class. Byte Buddy reports a class or method of another shape in many ways; here all name the weave. */
    private DynamicType.Unloaded<?> changed(Weave weave) {
        try {
            DynamicType.Builder<?> builder =
                    new ByteBuddy().redefine(types.describe(weave.className()).resolve(), locator);
            return weave.change().apply(builder).make();
        } catch (RuntimeException | LinkageError e) {
            String methods = weave.expectations().stream()
                    .map(Expectation::method)
                    .distinct()
                    .collect(Collectors.joining(", "));
            throw new IllegalStateException(
                    "the weave failed: " + weave.className() + " (methods " + methods + "): " + e.getMessage(), e);
        }
    }

    private void writeList() throws IOException {
        Path list = target.resolve(WovenClasses.PATH);
        Files.createDirectories(list.getParent());
        Files.writeString(list, WovenClasses.text(replaced));
    }
}
