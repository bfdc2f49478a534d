package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A function that merges a change into an image. Called without a lock; the old image may answer reads meanwhile. */
@FunctionalInterface
public interface ImageMerger {
    /**
     * Returns the result of merging the change into {@code image}.
     *
     * @param image the bytes of the current image from position to limit; valid only during the call, not to be written
     * @return the new image from position to limit, which the cache copies; null to drop the image
     * @throws Exception on any failure; the image is then dropped and the failure is counted
     */
    @Nullable
    ByteBuffer merge(ByteBuffer image) throws Exception;
}
