package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Merges a change into an image. Called without a lock; the image may answer meanwhile. */
@FunctionalInterface
public interface ImageMerger {
    /**
     * Returns the image that follows from {@code image} and the change.
     *
     * @param image the bytes of the present image from position to limit; valid during the call only, not to be written
     * @return the new image from position to limit, which the cache copies; null to drop the image
     * @throws Exception whatever goes wrong: it drops the image and is counted
     */
    @Nullable
    ByteBuffer merge(ByteBuffer image) throws Exception;
}
