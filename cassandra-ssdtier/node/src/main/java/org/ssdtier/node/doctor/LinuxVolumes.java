package org.ssdtier.node.doctor;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** The file systems of this machine, by stat(2) and sysfs(5). */
final class LinuxVolumes implements Volumes {
    private static final Path BLOCK_DEVICES = Path.of("/sys/dev/block");

    @Override
    public String device(Path path) throws IOException {
        long device = ((Number) Files.getAttribute(existing(path), "unix:dev")).longValue();
        long major = ((device >>> 8) & 0xfff) | ((device >>> 32) & ~0xfffL); // as gnu_dev_major(3)
        long minor = (device & 0xff) | ((device >>> 12) & 0xffffff00L);
        return major + ":" + minor;
    }

    @Override
    public String drive(Path path) throws IOException {
        String device = device(path);
        Path entry = BLOCK_DEVICES.resolve(device);
        if (!Files.exists(entry)) {
            return device;
        }
        Path real = entry.toRealPath();
        Path drive = Files.exists(real.resolve("partition")) ? real.getParent() : real;
        return drive.getFileName().toString();
    }

    @Override
    public long usableBytes(Path path) throws IOException {
        return Files.getFileStore(existing(path)).getUsableSpace();
    }

    @Override
    public boolean isReadOnly(Path path) throws IOException {
        return Files.getFileStore(existing(path)).isReadOnly();
    }

    @Override
    public boolean hasDirectIo(Path directory) throws IOException {
        Path probe = directory.resolve("doctor-" + UUID.randomUUID());
        FileChannel.open(
                        probe,
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.DELETE_ON_CLOSE)
                .close();
        try (FileChannel direct = FileChannel.open(
                probe,
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE,
                ExtendedOpenOption.DIRECT)) {
            return direct.isOpen();
        } catch (IOException | UnsupportedOperationException refused) {
            Files.deleteIfExists(probe); // the kernel creates the file before it refuses the flag
            return false;
        }
    }

    private static Path existing(Path path) {
        Path there = path.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        return there;
    }
}
