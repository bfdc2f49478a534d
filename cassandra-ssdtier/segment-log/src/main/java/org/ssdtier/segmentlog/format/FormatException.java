package org.ssdtier.segmentlog.format;

import java.io.IOException;

/** An exception for a file with unexpected content. Each of the three reasons requires a different reaction. */
public abstract sealed class FormatException extends IOException {
    private static final long serialVersionUID = 1L;

    private FormatException(String message) {
        super(message);
    }

    /** An exception for a file that is damaged or of another type. */
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

    /** An exception for a file written by a version whose files are no longer read. */
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

    /** An exception for a file written by a later version than this one. */
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
