package org.ssdtier.catalogue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * What the first bytes of a list's file say, for those who open it without reading its definitions.
 *
 * @param version of the file, one that is read
 * @param instanceId identity of the catalogue that the IDs are of
 * @param count how many entries there are
 */
public record SchemaListSummary(int version, long instanceId, int count) {
    /**
     * Reads the beginning of a list's file: its prefix and, of version 2, its header, which must fit the file's length.
     *
     * @throws FormatException when that is damaged, too old or too new; it names file and offset
     * @throws IOException when it cannot be read
     */
    public static SchemaListSummary read(Path path) throws IOException {
        String file = "file=" + path;
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            PositionalInput input = PositionalInput.of(channel);
            SchemaListPrefix prefix = SchemaListFrames.readPrefix(input, file);
            if (prefix.version() != SchemaListV1Descriptor.VERSION) {
                SchemaListHeader header = SchemaListFrames.readHeader(input, prefix, file);
                if (input.size() != header.fileBytes()) {
                    throw SchemaListPrefix.corrupt(
                            file, input.size(), "bytes=" + input.size() + ", expected " + header.fileBytes());
                }
            }
            return new SchemaListSummary(prefix.version(), prefix.instanceId(), prefix.count());
        }
    }

    /** Returns whether a definition is read without all others. */
    public boolean isByPosition() {
        return version != SchemaListV1Descriptor.VERSION;
    }
}
