package org.ssdtier.segmentlog.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.ssdtier.segmentlog.format.FooterDescriptor;
import org.ssdtier.segmentlog.format.ManifestDescriptor;
import org.ssdtier.segmentlog.format.MarkerDescriptor;
import org.ssdtier.segmentlog.format.SegmentHeaderDescriptor;

/**
 * The proof that a file was written by this software and not by another under the same name: its magic number. A file
 * that was preallocated and never written contains only zeros, so it holds nothing to lose.
 */
final class FileProof {
    static final String LOCK_NAME = "lock";
    static final String PROBE_NAME = "direct-io-probe";
    /** The directory that ext4 creates in the root of a file system. */
    static final String LOST_AND_FOUND = "lost+found";

    private static final String MANIFEST_NAME = "manifest";

    private final DirectoryKind kind;

    FileProof(DirectoryKind kind) {
        this.kind = kind;
    }

    /** The origin of a file, judged by its content. */
    enum Verdict {
        /** It has a magic number of this software, at its start or at another expected offset. */
        OURS,
        /** Nothing was ever written to it. */
        BLANK,
        /** It was not written by this software, or is not a regular file. */
        FOREIGN
    }

    /** Returns whether this software creates files of this name. */
    boolean isKnown(String name) {
        return SegmentHeaderDescriptor.isFileName(name)
                || name.equals(MANIFEST_NAME)
                || name.equals(LOCK_NAME)
                || name.equals(PROBE_NAME)
                || name.equals(MarkerDescriptor.NAME)
                || kind.magicOf(name) != null;
    }

    /** Returns the verdict on an existing file. Links are not followed: a link is foreign, whatever its target. */
    Verdict of(Path file) throws IOException {
        String name = file.getFileName().toString();
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile() || !isKnown(name)) {
            return Verdict.FOREIGN;
        }
        if (attributes.size() == 0) {
            return Verdict.BLANK;
        }
        if (name.equals(LOCK_NAME) || (name.equals(PROBE_NAME) && attributes.size() > Device.PAGE_BYTES)) {
            return Verdict.FOREIGN;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            if (hasMagic(channel, name, attributes.size())) {
                return Verdict.OURS;
            }
            return isBlank(channel) ? Verdict.BLANK : Verdict.FOREIGN;
        }
    }

    private boolean hasMagic(FileChannel channel, String name, long sizeBytes) throws IOException {
        if (SegmentHeaderDescriptor.isFileName(name)) {
            return isAt(channel, 0, SegmentHeaderDescriptor.MAGIC)
                    || isAt(channel, sizeBytes - FooterDescriptor.TRAILER_BYTES, FooterDescriptor.MAGIC);
        }
        if (name.equals(MANIFEST_NAME)) {
            return isAt(channel, 0, ManifestDescriptor.MAGIC)
                    || isAt(channel, ManifestDescriptor.COPY_BYTES, ManifestDescriptor.MAGIC);
        }
        if (name.equals(MarkerDescriptor.NAME)) {
            return isAt(channel, 0, MarkerDescriptor.MAGIC);
        }
        Integer magic = kind.magicOf(name);
        return magic != null && isAt(channel, 0, magic);
    }

    private static boolean isAt(FileChannel channel, long position, int magic) throws IOException {
        ByteBuffer number = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        return position >= 0 && channel.read(number, position) == Integer.BYTES && number.getInt(0) == magic;
    }

    /** Returns whether the first device page is zeros: every file of this software has its header there first. */
    private static boolean isBlank(FileChannel channel) throws IOException {
        ByteBuffer page = ByteBuffer.allocate(Device.PAGE_BYTES);
        while (page.hasRemaining() && channel.read(page, page.position()) > 0) {
            // the read is in the condition
        }
        page.flip();
        while (page.hasRemaining()) {
            if (page.get() != 0) {
                return false;
            }
        }
        return true;
    }
}
