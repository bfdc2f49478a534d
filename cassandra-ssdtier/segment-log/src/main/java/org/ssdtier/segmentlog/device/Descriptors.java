package org.ssdtier.segmentlog.device;

import java.io.FileDescriptor;
import java.lang.reflect.Field;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/**
 * Static methods to get the descriptors of open files, which the JDK does not expose. A Cassandra node opens the two
 * JDK packages to all code; where they are closed, no descriptor is available.
 */
final class Descriptors {
    static final int NONE = -1;

    private static final @Nullable Fields FIELDS = Fields.find();

    private Descriptors() {}

    /** The fields where a channel stores its file, and a file its descriptor number. */
    private record Fields(Class<?> channelClass, Field file, Field number) {
        static @Nullable Fields find() {
            try {
                Class<?> channelClass = Class.forName("sun.nio.ch.FileChannelImpl");
                Field file = channelClass.getDeclaredField("fd");
                Field number = FileDescriptor.class.getDeclaredField("fd");
                file.setAccessible(true);
                number.setAccessible(true);
                return new Fields(channelClass, file, number);
            } catch (ReflectiveOperationException | RuntimeException closed) {
                return null;
            }
        }
    }

    /** Returns the descriptor of a channel, or {@link #NONE} if it is not available. */
    static int of(FileChannel channel) {
        Fields fields = FIELDS;
        if (fields == null || !channel.isOpen() || !fields.channelClass.isInstance(channel)) {
            return NONE;
        }
        try {
            return fields.number.getInt(fields.file.get(channel));
        } catch (IllegalAccessException | RuntimeException e) {
            return NONE;
        }
    }
}
