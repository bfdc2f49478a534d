package org.ssdtier.catalogue.cassandra.row;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.cassandra.io.util.DataInputPlus;

/** A template that reassembles the value of a {@link FrozenMap}: the keys are the schema's, the values the row's. */
final class FrozenMapTemplate {
    private final byte[][] lengthsAndKeys;
    private final int fixedBytes;
    private final long keyBytes;
    private final ShapeHash.Paths paths;

    FrozenMapTemplate(List<ByteBuffer> keys) {
        lengthsAndKeys = new byte[keys.size()][];
        int bytes = Integer.BYTES;
        long ofKeys = 0;
        for (int i = 0; i < lengthsAndKeys.length; i++) {
            ByteBuffer key = keys.get(i);
            lengthsAndKeys[i] = new byte[Integer.BYTES + key.remaining()];
            ByteBuffer.wrap(lengthsAndKeys[i]).putInt(key.remaining()).put(key.duplicate());
            bytes += lengthsAndKeys[i].length + Integer.BYTES;
            ofKeys += key.remaining();
        }
        fixedBytes = bytes;
        keyBytes = ofKeys;
        paths = ShapeHash.Paths.of(lengthsAndKeys);
    }

    int count() {
        return lengthsAndKeys.length;
    }

    /** Returns a key, preceded by its length; not to be changed. */
    byte[] lengthAndKey(int index) {
        return lengthsAndKeys[index];
    }

    /** Adds the keys to a hash, and returns the sum of their lengths. */
    long addKeys(ShapeHash hash) {
        if (hash.usesNodeKey()) {
            hash.addPaths(paths);
        } else {
            for (byte[] lengthAndKey : lengthsAndKeys) {
                hash.addPath(ByteBuffer.wrap(lengthAndKey), Integer.BYTES, lengthAndKey.length - Integer.BYTES);
            }
        }
        return keyBytes;
    }

    /** Returns whether another template has the same keys in the same order. */
    boolean hasKeysOf(FrozenMapTemplate other) {
        return this == other || Arrays.deepEquals(lengthsAndKeys, other.lengthsAndKeys);
    }

    /** Returns the length of the whole value whose parts have the lengths from the index {@code first} on. */
    long bytes(int[] lengths, int first) {
        long bytes = fixedBytes;
        for (int i = 0; i < lengthsAndKeys.length; i++) {
            bytes += lengths[first + i];
        }
        return bytes;
    }

    /** Assembles a value whose parts are stored one after another. */
    byte[] assemble(int[] lengths, byte[] values) {
        byte[] value = new byte[Math.toIntExact(bytes(lengths, 0))];
        ByteBuffer writer = ByteBuffer.wrap(value).putInt(lengthsAndKeys.length);
        int at = 0;
        for (int i = 0; i < lengthsAndKeys.length; i++) {
            writer.put(lengthsAndKeys[i]).putInt(lengths[i]).put(values, at, lengths[i]);
            at += lengths[i];
        }
        return value;
    }

    /** Assembles a value whose parts are read next from the input. */
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
