package org.ssdtier.segmentlog.device;

import java.io.FileDescriptor;
import java.lang.reflect.Field;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/**
 * The descriptors of open files, which the JDK keeps to itself. A Cassandra node opens the two packages to everybody; where they
 * are closed no file has a descriptor.
 */
final class Descriptors {
    static final int NONE = -1;

    private static final @Nullable Fields FIELDS = Fields.find();

    private Descriptors() {}

    /** Where a channel keeps its file, and a file its number. */
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

    /** Returns the descriptor of a channel; {@link #NONE} where it cannot be told. */
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
