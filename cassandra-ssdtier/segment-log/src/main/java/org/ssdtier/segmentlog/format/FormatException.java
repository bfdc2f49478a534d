package org.ssdtier.segmentlog.format;

import java.io.IOException;

/** A file is not what it must be. The three reasons call for three different answers. */
public abstract sealed class FormatException extends IOException {
    private static final long serialVersionUID = 1L;

    private FormatException(String message) {
        super(message);
    }

    /** The bytes are damaged or are no such file at all. */
    public static final class Corrupt extends FormatException {
        private static final long serialVersionUID = 1L;

        /**
         * Creates the exception.
         *
         * @param message file, offset, what was found and what was allowed
         */
        public Corrupt(String message) {
            super(message);
        }
    }

    /** The file was written by a version whose files are no longer read. */
    public static final class TooOld extends FormatException {
        private static final long serialVersionUID = 1L;

        /**
         * Creates the exception.
         *
         * @param message file, the version found and the versions allowed
         */
        public TooOld(String message) {
            super(message);
        }
    }

    /** The file was written by a later version than this one. */
    public static final class TooNew extends FormatException {
        private static final long serialVersionUID = 1L;

        /**
         * Creates the exception.
         *
         * @param message file, the version found and the versions allowed
         */
        public TooNew(String message) {
            super(message);
        }
    }
}
