package org.ssdtier.files.store;

import org.ssdtier.files.model.FileAttributes;

/**
 * A whole small file for a reserved place.
 *
 * @param place the place
 * @param content the content, at most as long as a chunk; not changed by anybody afterwards
 * @param attributes the attributes
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record NewContent(NewFile place, byte[] content, FileAttributes attributes) {}
