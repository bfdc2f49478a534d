package org.ssdtier.node.weaver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;
import org.ssdtier.node.WovenClasses;

/**
 * A check that the methods and fields of Cassandra that our classes use exist in the Cassandra at hand. A weave can take although a
 * hook behind it calls a method that another release lacks; the node would fail at the first such call.
 *
 * <p>A class that looks up a method or field of Cassandra through a method handle, because it differs between releases, is
 * initialised here, as it will be in a node: it must find what it looks for.
 */
final class LinkCheck {
    private static final String CASSANDRA = "org/apache/cassandra/";
    private static final String WEAVER = "org/ssdtier/node/weaver/";
    private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";
    private static final int MOST_NAMED = 3;

    private final ClassLoader loader;
    private final Map<String, Optional<Members>> classes = new HashMap<>();
    private final Set<String> lookingUp = new TreeSet<>();
    private final Set<String> missing = new TreeSet<>();

    /** Creates a check against the classes of a loader. */
    LinkCheck(ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * Checks all classes of a jar but the woven ones.
     *
     * @throws IOException if the jar or a class cannot be read
     * @throws IllegalStateException if something is missing; the message names it and the method that uses it
     */
    void check(Path jar, Set<String> woven) throws IOException {
        Set<String> skipped = woven.stream().map(WovenClasses::entryOf).collect(Collectors.toCollection(HashSet::new));
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry : file.stream().toList()) {
                String name = entry.getName();
                if (name.endsWith(".class") && !name.startsWith(WEAVER) && !skipped.contains(name)) {
                    try (InputStream in = file.getInputStream(entry)) {
                        new ClassReader(in.readAllBytes()).accept(new Uses(), ClassReader.SKIP_DEBUG);
                    }
                }
            }
        }
        lookingUp.forEach(this::initialise);
        if (!missing.isEmpty()) {
            throw new IllegalStateException("missing " + missing.size() + ": "
                    + missing.stream().limit(MOST_NAMED).collect(Collectors.joining("; ")));
        }
    }

    private void initialise(String className) {
        try {
            Class.forName(className, true, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            missing.add((e.getCause() == null ? e : e.getCause()).getMessage() + ", used by " + className);
        }
    }

    /** Records a use of a method or field, if it does not exist. */
    private void use(String user, String owner, String name, String descriptor) {
        if (owner.startsWith(CASSANDRA) && !has(owner, name + descriptor)) {
            missing.add(owner.replace('/', '.') + "." + name + " " + descriptor + ", used by " + user);
        }
    }

    private boolean has(String owner, String member) {
        Optional<Members> found = classes.get(owner);
        if (found == null) {
            found = read(owner);
            classes.put(owner, found);
        }
        return found.isPresent()
                && (found.get().declared().contains(member)
                        || found.get().parents().stream().anyMatch(parent -> has(parent, member)));
    }

    private Optional<Members> read(String name) {
        try (InputStream in = loader.getResourceAsStream(name + ".class")) {
            if (in == null) {
                return Optional.empty();
            }
            Declarations declarations = new Declarations();
            new ClassReader(in.readAllBytes()).accept(declarations, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
            return Optional.of(new Members(declarations.parents, declarations.declared));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The members of a class.
     *
     * @param parents internal names of the superclass and the interfaces
     * @param declared name and descriptor of each declared field and method
     */
    private record Members(Set<String> parents, Set<String> declared) {}

    /** A visitor that collects the members of a class. */
    private static final class Declarations extends ClassVisitor {
        private final Set<String> parents = new HashSet<>();
        private final Set<String> declared = new HashSet<>();

        Declarations() {
            super(OpenedClassReader.ASM_API);
        }

        @Override
        public void visit(
                int version,
                int access,
                String name,
                @Nullable String signature,
                @Nullable String superName,
                String @Nullable [] interfaces) {
            if (superName != null) {
                parents.add(superName);
            }
            if (interfaces != null) {
                parents.addAll(List.of(interfaces));
            }
        }

        @Override
        public @Nullable FieldVisitor visitField(
                int access, String name, String descriptor, @Nullable String signature, @Nullable Object value) {
            declared.add(name + descriptor);
            return null;
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            declared.add(name + descriptor);
            return null;
        }
    }

    /** A visitor that records what the methods of a class use. */
    private final class Uses extends ClassVisitor {
        private String className = "";

        Uses() {
            super(OpenedClassReader.ASM_API);
        }

        @Override
        public void visit(
                int version,
                int access,
                String name,
                @Nullable String signature,
                @Nullable String superName,
                String @Nullable [] interfaces) {
            className = name.replace('/', '.');
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String method,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            return new Calls(className, method);
        }
    }

    /** A visitor that records what a method uses. */
    private final class Calls extends MethodVisitor {
        private final String className;
        private final String user;
        private boolean isLookup;
        private boolean namesCassandra;

        Calls(String className, String method) {
            super(OpenedClassReader.ASM_API);
            this.className = className;
            this.user = className + "." + method;
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            use(user, owner, name, descriptor);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            use(user, owner, name, descriptor);
            isLookup |= owner.equals(LOOKUP) && name.startsWith("find");
        }

        @Override
        public void visitLdcInsn(Object constant) {
            namesCassandra |= constant instanceof Type type
                    && type.getSort() == Type.OBJECT
                    && type.getInternalName().startsWith(CASSANDRA);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            for (Object argument : arguments) {
                if (argument instanceof Handle handle) {
                    use(user, handle.getOwner(), handle.getName(), handle.getDesc());
                }
            }
        }

        @Override
        public void visitEnd() {
            if (isLookup && namesCassandra) {
                lookingUp.add(className);
            }
        }
    }
}
