package org.ssdtier.catalogue.cassandra.row;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.schema.TableMetadata;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.catalogue.ColumnForm;
import org.ssdtier.catalogue.SchemaColumn;
import org.ssdtier.catalogue.SchemaDefinition;

@Tag("unit")
final class PlanCacheTest {
    private static final List<String> NAMES = List.of("a", "b", "c", "d");

    @BeforeAll
    static void beClient() {
        DatabaseDescriptor.clientInitialization(false);
    }

    @Test
    void get_isThePlanOfThatHeaderAndOrdinal() throws IOException {
        PlanCache plans = new PlanCache(64, 1 << 20);
        RowPlan plan = plan(List.of("a"));
        plans.put(7, 3, false, plan);
        assertSame(plan, plans.get(7, 3, false));
        assertNull(plans.get(7, 3, true));
        assertNull(plans.get(7, 3 + 64, false), "the same place");
        assertNull(plans.get(8, 3, false));
    }

    /** All ordinals of one header have different places, up to the number of places. */
    @Test
    void get_ofOneHeader_findsAsManyAsThereArePlaces() throws IOException {
        PlanCache plans = new PlanCache(64, 1 << 20);
        RowPlan plan = plan(List.of("a"));
        for (int ordinal = 1; ordinal <= 64; ordinal++) {
            plans.put(9, ordinal, false, plan);
        }
        for (int ordinal = 1; ordinal <= 64; ordinal++) {
            assertSame(plan, plans.get(9, ordinal, false));
        }
        assertEquals(64 * plan.heapBytes(), plans.heapBytes());
    }

    /** Checked by removal: if no room is made, the heap grows with the number of places. */
    @Test
    void put_beyondTheBytes_makesRoom() throws IOException {
        RowPlan plan = plan(NAMES);
        PlanCache plans = new PlanCache(1 << 12, 10 * plan.heapBytes());
        for (int n = 0; n < 10_000; n++) {
            plans.put(n, n, false, plan);
            assertTrue(plans.heapBytes() <= 10 * plan.heapBytes(), "bytes=" + plans.heapBytes());
        }
        assertTrue(plans.heapBytes() >= 5 * plan.heapBytes(), "bytes=" + plans.heapBytes());
        assertEquals(10 * plan.heapBytes(), plans.maxHeapBytes());
    }

    @Test
    void of_columnsInAnyOrder_findsEach() throws IOException {
        List<List<String>> orders =
                new ArrayList<>(List.of(NAMES, List.of("d", "a", "c"), List.of("b"), List.of("c", "b")));
        List<String> reversed = new ArrayList<>(NAMES);
        Collections.reverse(reversed);
        orders.add(reversed);
        for (List<String> order : orders) {
            RowPlan plan = plan(order);
            for (int i = 0; i < order.size(); i++) {
                assertEquals(order.get(i), plan.column(i).name.toString());
            }
        }
        IOException unknown = assertThrows(IOException.class, () -> plan(List.of("a", "z")));
        assertTrue(String.valueOf(unknown.getMessage()).contains("none of this name"), unknown.getMessage());
    }

    private static RowPlan plan(List<String> names) throws IOException {
        TableMetadata.Builder table = TableMetadata.builder("lab", "plans")
                .partitioner(Murmur3Partitioner.instance)
                .addPartitionKeyColumn("k", Int32Type.instance);
        for (String name : NAMES) {
            if ("d".equals(name)) {
                table.addRegularColumn(name, MapType.getInstance(UTF8Type.instance, UTF8Type.instance, true));
            } else {
                table.addRegularColumn(name, UTF8Type.instance);
            }
        }
        List<SchemaColumn> columns = new ArrayList<>();
        for (String name : names) {
            ByteBuffer bytes = ByteBuffer.wrap(name.getBytes(UTF_8));
            columns.add(
                    "d".equals(name)
                            ? new SchemaColumn(bytes, false, ColumnForm.CELLS, List.of(bytes))
                            : SchemaColumn.of(bytes, false, ColumnForm.SIMPLE));
        }
        SerializationHeader header = SerializationHeader.makeWithoutStats(table.build());
        return RowPlan.of(RowSchema.of(SchemaDefinition.of(columns)), header, false);
    }
}
