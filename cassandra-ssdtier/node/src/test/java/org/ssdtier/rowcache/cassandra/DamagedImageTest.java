package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.cassandra.ProtocolTable.ALL;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.marshal.Int32Type;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.Image;
import org.ssdtier.rowcache.RowKey;

/** Tests that an image whose bytes fail an assertion of Cassandra's deserializer is dropped, and no other image. */
@Tag("unit")
class DamagedImageTest {
    private final ProtocolTable other = new ProtocolTable(ALL);
    private final ProtocolTable table = new ProtocolTable(ALL);
    private final byte[] intact;
    private final long errors;

    DamagedImageTest() {
        other.insert(1);
        other.flush();
        other.fill();
        table.insert(1);
        table.run("INSERT INTO %T (k, c, a) VALUES (2, 1, 'value')");
        table.flush();
        table.readPartition(2);
        table.fill();
        intact = image();
        assertTrue(table.cache().tiers().publish(key(), ticket(), damaged()));
        errors = table.cache().tiers().stats().errors();
    }

    /** Checked by removal: if a look-up caught only exceptions, the image would stay and fail every read. */
    @Test
    void read_damagedImage_isReadAnew() {
        assertEquals(List.of(1), table.read());
        assertArrayEquals(intact, image());
        assertEquals(errors + 1, table.cache().tiers().stats().errors());
        assertOthersAreCached();
    }

    /** Checked by removal: if the merge caught only exceptions, the error would empty the whole cache. */
    @Test
    void flush_damagedImage_isDroppedAlone() {
        table.insert(2);
        table.flush();
        assertFalse(table.isCached());
        assertEquals(errors + 1, table.cache().tiers().stats().errors());
        assertOthersAreCached();
        assertEquals(List.of(1, 2), table.read());
    }

    private void assertOthersAreCached() {
        assertTrue(table.isCached(2), "another row of the table");
        assertTrue(other.isCached(), "a row of another table");
    }

    /** Returns the image with the first change of a byte that makes the deserializer fail an assertion. */
    private ByteBuffer damaged() {
        for (int at = 0; at < intact.length; at++) {
            for (int value = 0; value < 256; value++) {
                byte[] bytes = intact.clone();
                bytes[at] = (byte) value;
                if (failsAnAssertion(bytes)) {
                    return ByteBuffer.wrap(bytes);
                }
            }
        }
        throw new IllegalStateException("no damage fails an assertion");
    }

    private boolean failsAnAssertion(byte[] bytes) {
        ImageLayout layout = images().layout(table.store().metadata());
        try {
            RowImageReader.read(layout, partition(), ByteBuffer.wrap(bytes), layout.everything);
            return false;
        } catch (AssertionError e) {
            return true;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    private byte[] image() {
        try (Image image = Objects.requireNonNull(table.cache().tiers().get(key(), ticket()))) {
            byte[] bytes = new byte[image.lengthBytes()];
            image.bytes().get(bytes);
            return bytes;
        }
    }

    private TableImages images() {
        return table.cache().tables().of(table.store());
    }

    private long ticket() {
        return images().state.ticket();
    }

    private RowKey key() {
        return images().key(partition());
    }

    private DecoratedKey partition() {
        return table.store().decorateKey(Int32Type.instance.decompose(1));
    }
}
