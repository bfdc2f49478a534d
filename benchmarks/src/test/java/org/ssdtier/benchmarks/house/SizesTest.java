package org.ssdtier.benchmarks.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Limits of the sizes of files, methods, records and constructors of the product and the benchmarks. */
@Tag("unit")
final class SizesTest {
    private static final int MOST_FILE_LINES = 450;
    private static final int MOST_METHOD_LINES = 50;
    private static final int MOST_COMPONENTS = 12;
    private static final int MOST_ARGUMENTS = 8;

    private static final Sizes SIZES = new Sizes();

    /** Collects what is larger than allowed. */
    @BeforeAll
    static void parse() throws IOException {
        List<Path> sources = Repository.files(".java").stream()
                .filter(file -> file.toString().contains("/src/main/"))
                .toList();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                SIZES.read(unit, positions);
            }
        }
    }

    @Test
    void files_areAtMost450LinesLong() {
        assertTrue(SIZES.files > 500, "files=" + SIZES.files);
        assertEquals(Set.of(), SIZES.longFiles);
    }

    @Test
    void methods_areAtMost50LinesLong() {
        assertTrue(SIZES.methods > 3_000, "methods=" + SIZES.methods);
        assertEquals(Set.of(), SIZES.longMethods);
    }

    @Test
    void records_haveAtMost12Components() {
        assertTrue(SIZES.records > 50, "records=" + SIZES.records);
        assertEquals(Set.of(), SIZES.wideRecords);
    }

    /** Of classes; those of records have an argument for each component. */
    @Test
    void constructors_haveAtMost8Arguments() {
        assertTrue(SIZES.constructors > 200, "constructors=" + SIZES.constructors);
        assertEquals(Set.of(), SIZES.wideConstructors);
    }

    /** The declarations seen, and those that are too large. */
    private static final class Sizes extends TreeScanner<@Nullable Void, String> {
        private final Set<String> longFiles = new TreeSet<>();
        private final Set<String> longMethods = new TreeSet<>();
        private final Set<String> wideRecords = new TreeSet<>();
        private final Set<String> wideConstructors = new TreeSet<>();
        private int files;
        private int methods;
        private int records;
        private int constructors;
        private @Nullable CompilationUnitTree unit;
        private @Nullable SourcePositions positions;

        void read(CompilationUnitTree from, SourcePositions at) throws IOException {
            unit = from;
            positions = at;
            files++;
            String name = Repository.name(Path.of(from.getSourceFile().toUri()));
            long lines =
                    from.getSourceFile().getCharContent(true).toString().lines().count();
            check(longFiles, name, lines, MOST_FILE_LINES);
            scan(from, name);
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, String file) {
            if (type.getKind() == Tree.Kind.RECORD) {
                records++;
                long components = type.getMembers().stream()
                        .filter(member -> member instanceof VariableTree field
                                && !field.getModifiers().getFlags().contains(Modifier.STATIC))
                        .count();
                check(wideRecords, file + " " + type.getSimpleName(), components, MOST_COMPONENTS);
            } else {
                type.getMembers().forEach(member -> {
                    if (member instanceof MethodTree method && method.getReturnType() == null) {
                        constructors++;
                        check(wideConstructors, file, method.getParameters().size(), MOST_ARGUMENTS);
                    }
                });
            }
            return super.visitClass(type, file);
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, String file) {
            methods++;
            check(longMethods, file + " " + method.getName(), lines(method), MOST_METHOD_LINES);
            return super.visitMethod(method, file);
        }

        private long lines(MethodTree method) {
            CompilationUnitTree of = Objects.requireNonNull(unit);
            SourcePositions at = Objects.requireNonNull(positions);
            long begin = at.getStartPosition(of, method);
            long end = at.getEndPosition(of, method);
            return end < 0
                    ? 1
                    : of.getLineMap().getLineNumber(end) - of.getLineMap().getLineNumber(begin) + 1;
        }

        private static void check(Set<String> tooLarge, String name, long size, int most) {
            if (size > most) {
                tooLarge.add(name + ": " + size);
            }
        }
    }
}
