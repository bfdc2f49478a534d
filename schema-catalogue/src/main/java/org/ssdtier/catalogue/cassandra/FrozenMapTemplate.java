package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.cassandra.io.util.DataInputPlus;

/** Puts the value of a {@link FrozenMap} together again: the keys are the schema's, the values the row's. */
final class FrozenMapTemplate {
    private final byte[][] lengthsAndKeys;
    private final int fixedBytes;

    FrozenMapTemplate(List<ByteBuffer> keys) {
        lengthsAndKeys = new byte[keys.size()][];
        int bytes = Integer.BYTES;
        for (int i = 0; i < lengthsAndKeys.length; i++) {
            ByteBuffer key = keys.get(i);
            lengthsAndKeys[i] = new byte[Integer.BYTES + key.remaining()];
            ByteBuffer.wrap(lengthsAndKeys[i]).putInt(key.remaining()).put(key.duplicate());
            bytes += lengthsAndKeys[i].length + Integer.BYTES;
        }
        fixedBytes = bytes;
    }

    /** Returns whether a map has the schema's keys, in their order. */
    boolean isOf(FrozenMap map) {
        return map.hasKeys(lengthsAndKeys);
    }

    /** The length of the whole value whose parts have these lengths, {@code first} and those after it. */
    long bytes(int[] lengths, int first) {
        long bytes = fixedBytes;
        for (int i = 0; i < lengthsAndKeys.length; i++) {
            bytes += lengths[first + i];
        }
        return bytes;
    }

    /** Puts a value together whose parts come next. */
    byte[] read(int[] lengths, int first, DataInputPlus in) throws IOException {
        byte[] value = new byte[Math.toIntExact(bytes(lengths, first))];
        ByteBuffer writer = ByteBuffer.wrap(value).putInt(lengthsAndKeys.length);
        for (int i = 0; i < lengthsAndKeys.length; i++) {
            int length = lengths[first + i];
            writer.put(lengthsAndKeys[i]).putInt(length);
            in.readFully(value, writer.position(), length);
            writer.position(writer.position() + length);
        }
        return value;
    }
}
