package org.ssdtier.node.doctor;

import java.io.IOException;
import java.nio.file.Path;

/** The file systems of a machine. A path that does not exist stands for its nearest existing parent. */
interface Volumes {
    /** Returns a name of the device of a path's file system: equal for two paths if they are on one device. */
    String device(Path path) throws IOException;

    /** Returns a name of the drive of which the device is all or a part; the device if the drive is not known. */
    String drive(Path path) throws IOException;

    /** Returns the bytes that may still be written. */
    long usableBytes(Path path) throws IOException;

    /** Returns whether the file system is read-only. */
    boolean isReadOnly(Path path) throws IOException;

    /**
     * Returns whether files may bypass the page cache. Creates a file and removes it.
     *
     * @param directory an existing directory
     * @throws IOException if a file cannot be created
     */
    boolean hasDirectIo(Path directory) throws IOException;
}
