package org.ssdtier.catalogue;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * A summary of a dictionary's file from its first bytes, for callers that open the file without reading its
 * definitions.
 *
 * @param version version of the file, one that can be read
 * @param instanceId instance ID of the catalogue that assigned the IDs
 * @param count number of entries
 */
public record SchemaListSummary(int version, long instanceId, int count) {
    /**
     * Reads the beginning of a dictionary's file: its prefix and, for version 2, its header, which must match the
     * file's length. If the device fails there, the footer is read instead.
     *
     * @param input the file, which the caller closes
     * @param file name of the file, for messages
     * @throws FormatException if that is damaged, too old or too new; the message names file and offset
     * @throws IOException if neither can be read
     */
    public static SchemaListSummary of(PositionalInput input, String file) throws IOException {
        try {
            return fromHeader(input, file);
        } catch (FormatException | ClosedChannelException e) {
            throw e;
        } catch (IOException failure) {
            SchemaListHeader footer = SchemaListFrames.readFooter(input, file, failure);
            return new SchemaListSummary(SchemaListDescriptor.FORMAT_VERSION, footer.instanceId(), footer.count());
        }
    }

    private static SchemaListSummary fromHeader(PositionalInput input, String file) throws IOException {
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

    /** Returns whether a definition can be read without all others. */
    public boolean isByPosition() {
        return version != SchemaListV1Descriptor.VERSION;
    }
}
