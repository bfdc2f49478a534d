package org.ssdtier.benchmarks.varied;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.data.UdtValue;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.load.RowContent;
import org.ssdtier.benchmarks.varied.ColumnStates.State;
import org.ssdtier.ycsb.generator.Mix;

/**
 * The values of the columns of a {@link VariedStore}, functions of row and version, and the check of those read. A column of
 * version 0 is null.
 */
final class VariedColumns {
    private static final int CONTENT_BYTES = 100;
    /** Lists and sets have different lengths, so that an element of an older one would be seen. */
    private static final int MOST_STEPS = 4;

    private static final int MOST_MARKS = 3;

    private final UserDefinedType pair;

    /**
     * Creates the columns.
     *
     * @param pair type of the column {@code pair}
     */
    VariedColumns(UserDefinedType pair) {
        this.pair = pair;
    }

    @Nullable
    ByteBuffer content(long id, long version) {
        return version == 0 ? null : RowContent.of(id, version, CONTENT_BYTES);
    }

    /** Returns a list, which begins with its version and has the same element more than once. */
    @Nullable
    List<Long> steps(long id, long version) {
        if (version == 0) {
            return null;
        }
        List<Long> steps = new ArrayList<>(List.of(version, id, version));
        for (long i = version % MOST_STEPS; i > 0; i--) {
            steps.add(Mix.of(id, version, i));
        }
        return steps;
    }

    @Nullable
    Set<Long> marks(long id, long version) {
        if (version == 0) {
            return null;
        }
        Set<Long> marks = new HashSet<>(Set.of(version));
        for (long i = version % MOST_MARKS; i > 0; i--) {
            marks.add(Mix.of(id, version, i));
        }
        return marks;
    }

    @Nullable
    UdtValue pair(long id, long version) {
        return version == 0 ? null : pair.newValue().setLong("number", version).setString("words", words(id, version));
    }

    private static String words(long id, long version) {
        return "row " + id + " version " + version;
    }

    // --- Checks ---

    /** Returns whether all columns of a row are those of a state. */
    boolean areOf(Row row, long id, State state) {
        return isContent(row.getByteBuffer("a"), id, state.a())
                && isContent(row.getByteBuffer("b"), id, state.b())
                && Objects.equals(row.isNull("steps") ? null : row.getList("steps", Long.class), steps(id, state.a()))
                && Objects.equals(row.isNull("marks") ? null : row.getSet("marks", Long.class), marks(id, state.c()))
                && isPair(row.getUdtValue("pair"), id, state.c())
                && state.tags().equals(row.getMap("tags", Integer.class, Long.class));
    }

    /** Returns whether a content is that of a version. */
    boolean isContent(@Nullable ByteBuffer found, long id, long version) {
        return found == null ? version == 0 : version != 0 && RowContent.isOf(found, id, version, CONTENT_BYTES);
    }

    private static boolean isPair(@Nullable UdtValue found, long id, long version) {
        return found == null
                ? version == 0
                : version == found.getLong("number") && words(id, version).equals(found.getString("words"));
    }
}
