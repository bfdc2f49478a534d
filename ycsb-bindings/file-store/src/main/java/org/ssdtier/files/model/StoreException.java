package org.ssdtier.files.model;

import java.io.IOException;
import java.io.Serial;

/** An operation that failed; the message names the path or setting, what was found, and what is allowed. */
public class StoreException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    /** Creates an exception. */
    public StoreException(String message) {
        super(message);
    }

    /** Creates an exception with its cause. */
    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }

    /** A path without a file. */
    public static final class NotFound extends StoreException {
        @Serial
        private static final long serialVersionUID = 1;

        /** Creates the exception of a path. */
        public NotFound(StorePath path) {
            super("path=" + path + ": no such file");
        }
    }

    /** Content that does not match its SHA-256, or is shorter or longer than its metadata says. */
    public static final class Damaged extends StoreException {
        @Serial
        private static final long serialVersionUID = 1;

        /** Creates the exception of a file. */
        public Damaged(FileStat stat, String found) {
            super("path=" + stat.path() + " version=" + stat.version() + ": " + found + ", expected size=" + stat.size()
                    + " sha256=" + stat.sha256());
        }
    }

    /** A version whose chunks are gone because a newer one has replaced it, or the file was removed. */
    public static final class Replaced extends StoreException {
        @Serial
        private static final long serialVersionUID = 1;

        /** Creates the exception of a file. */
        public Replaced(FileStat stat) {
            super("path=" + stat.path() + " version=" + stat.version()
                    + ": replaced or removed while it was read; read it again");
        }
    }
}
