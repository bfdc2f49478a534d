package org.ssdtier.benchmarks.varied;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import com.datastax.oss.driver.internal.core.type.UserDefinedTypeBuilder;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.varied.ColumnStates.State;

@Tag("unit")
final class VariedColumnsTest {
    private static final long ID = 7;
    private static final UserDefinedType PAIR = new UserDefinedTypeBuilder("probe", "pair")
            .withField("number", DataTypes.BIGINT)
            .withField("words", DataTypes.TEXT)
            .build();
    private static final State STATE = new State(9, 9, 6, 8, Map.of(1, 9L));

    private final VariedColumns columns = new VariedColumns(PAIR);

    @Test
    void areOf_columnsOfTheirVersions_isTrue() {
        assertTrue(columns.areOf(row(values(STATE)), ID, STATE));
        State partly = new State(9, 9, 0, 0, Map.of());
        assertTrue(columns.areOf(row(values(partly)), ID, partly));
        assertTrue(columns.areOf(row(values(ColumnStates.ABSENT)), ID, ColumnStates.ABSENT));
    }

    @Test
    void areOf_oneColumnOfAnotherVersionOrRowOrMissing_isFalse() {
        Map<String, Object> others = new HashMap<>(values(new State(10, 10, 5, 7, Map.of(1, 5L))));
        Map<String, Object> neighbour = values(STATE, ID + 1);
        for (String column : List.of("a", "b", "steps", "marks", "pair", "tags")) {
            Map<String, Object> values = new HashMap<>(values(STATE));
            values.put(column, Objects.requireNonNull(others.get(column)));
            assertFalse(columns.areOf(row(values), ID, STATE), column + " of another version");
            if (!column.equals("tags")) {
                values.put(column, Objects.requireNonNull(neighbour.get(column)));
                assertFalse(columns.areOf(row(values), ID, STATE), column + " of another row");
                values.remove(column);
                assertFalse(columns.areOf(row(values), ID, STATE), column + " missing");
                Map<String, Object> left = new HashMap<>(values(new State(9, 0, 0, 0, STATE.tags())));
                left.put(column, Objects.requireNonNull(values(STATE).get(column)));
                assertFalse(
                        columns.areOf(row(left), ID, new State(9, 0, 0, 0, STATE.tags())),
                        column + " although deleted");
            }
        }
    }

    @Test
    void listOfAVersion_beginsWithItTwice_andColumnsOfVersionZeroAreNull() {
        assertEquals(List.of(8L, ID, 8L), columns.steps(ID, 8));
        assertNull(columns.steps(ID, 0));
        assertNull(columns.marks(ID, 0));
        assertNull(columns.pair(ID, 0));
        assertNull(columns.content(ID, 0));
    }

    private Map<String, Object> values(State state) {
        return values(state, ID);
    }

    private Map<String, Object> values(State state, long id) {
        Map<String, Object> values = new HashMap<>();
        put(values, "a", columns.content(id, state.a()));
        put(values, "b", columns.content(id, state.b()));
        put(values, "steps", columns.steps(id, state.a()));
        put(values, "marks", columns.marks(id, state.c()));
        put(values, "pair", columns.pair(id, state.c()));
        put(values, "tags", state.tags());
        return values;
    }

    private static void put(Map<String, Object> values, String column, @Nullable Object value) {
        if (value != null) {
            values.put(column, value);
        }
    }

    /** Returns a row that answers by name of the column. */
    private static Row row(Map<String, Object> values) {
        return (Row) Proxy.newProxyInstance(
                Row.class.getClassLoader(), new Class<?>[] {Row.class}, (proxy, method, arguments) -> {
                    Object value = values.get((String) arguments[0]);
                    return method.getName().equals("isNull") ? (Object) (value == null) : value;
                });
    }
}
