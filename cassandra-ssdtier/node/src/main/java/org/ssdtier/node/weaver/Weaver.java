package org.ssdtier.node.weaver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.pool.TypePool;
import org.ssdtier.node.CassandraGuard;
import org.ssdtier.node.Sha256;

/**
 * The build step that writes the woven classes and the list of the replaced classes to a directory.
 *
 * <p>Byte Buddy silently skips advice that matches no method. Every weave therefore lists the calls that its methods must contain, and
 * the weaver fails the build if one is missing.
 */
public final class Weaver {
    private final Path target;
    private final ClassFileLocator locator = new CassandraClasses(Weaver.class.getClassLoader());
    private final TypePool types = TypePool.Default.of(locator);
    private final Map<String, String> replaced = new TreeMap<>();

    private Weaver(Path target) {
        this.target = target;
    }

    /**
     * Runs the weaver.
     *
     * @param arguments one argument: the directory to write to
     * @throws IOException if a class cannot be read or written
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            throw new IllegalArgumentException("usage: Weaver DIRECTORY, found " + arguments.length + " arguments");
        }
        Weaver weaver = new Weaver(Path.of(arguments[0]));
        List<Weave> weaves = Weaves.all();
        weaves.forEach(weaver::weave);
        weaver.writeList();
    }

    private void weave(Weave weave) {
        try {
            byte[] original = locator.locate(weave.className()).resolve();
            DynamicType.Builder<?> builder =
                    new ByteBuddy().redefine(types.describe(weave.className()).resolve(), locator);
            try (DynamicType.Unloaded<?> woven = weave.change().apply(builder).make()) {
                weave.expectations().forEach(expectation -> expectation.check(weave.className(), woven.getBytes()));
                woven.saveIn(target.toFile());
            }
            replaced.put(weave.className(), Sha256.hex(original));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writeList() throws IOException {
        StringBuilder text = new StringBuilder();
        replaced.forEach(
                (name, sha) -> text.append(name).append('=').append(sha).append('\n'));
        Path list = target.resolve(CassandraGuard.WOVEN_LIST);
        Files.createDirectories(list.getParent());
        Files.writeString(list, text);
    }
}
