package org.ssdtier.keyindex;

import java.io.IOException;

/** The keys of an SSTable, in its order. */
public interface KeySource {
    /** The end of a source whose keys are not needed any more. */
    final class Ended extends IOException {
        private static final long serialVersionUID = 1L;

        /** Creates an exception for the SSTable of a name. */
        public Ended(String sstable) {
            super("SSTable " + sstable + ": not needed any more");
        }
    }

    /**
     * Passes every key of the SSTable to a sink, in the SSTable's order.
     *
     * @throws Ended when the keys are not needed any more
     * @throws IOException when the SSTable cannot be read, or from the sink
     */
    void forEach(KeySink sink) throws IOException;

    /** A receiver of keys. */
    @FunctionalInterface
    interface KeySink {
        /**
         * Receives a key.
         *
         * @param token its token, not below that of the key before
         * @param position position of its partition in the data file, above that of the key before
         * @param hasOwnIndex whether the SSTable has an index of the partition's rows, which a key index does not replace
         * @throws IOException when the sink fails; the source stops
         */
        void accept(long token, long position, boolean hasOwnIndex) throws IOException;
    }
}
