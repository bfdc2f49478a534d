package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;

/**
 * The persistent record of an emulated device. It is written before the first layer is made and deleted after the last
 * one is removed. The names in it identify everything that a crash leaves on the machine.
 *
 * @param directory directory of the device, absolute, without symbolic links
 * @param image the file that holds the data
 * @param profile the profile's name
 * @param owner the program that takes it down
 * @param drive the drive process; {@link Owner#NOBODY} until it is started
 * @param pathMicros time that the path through the kernel adds to a request; 0 until it is measured
 * @param modelOn whether the model is on
 * @param faultWord the active fault, or {@code off}
 */
record DeviceState(
        Path directory,
        Path image,
        String profile,
        int spindles,
        long sizeBytes,
        Owner owner,
        Owner drive,
        int pathMicros,
        boolean modelOn,
        String faultWord) {
    private static final String FILE = "device.properties";

    /** Reads the record in a directory. */
    static DeviceState read(Path directory) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(directory.resolve(FILE))) {
            properties.load(reader);
        }
        return new DeviceState(
                directory,
                Path.of(properties.getProperty("image")),
                properties.getProperty("profile"),
                Integer.parseInt(properties.getProperty("spindles")),
                Long.parseLong(properties.getProperty("size_bytes")),
                Owner.read(properties, "owner"),
                Owner.read(properties, "drive"),
                Integer.parseInt(properties.getProperty("path_micros")),
                Boolean.parseBoolean(properties.getProperty("model_on")),
                properties.getProperty("fault", DeviceFault.OFF));
    }

    /** Returns whether a directory contains a record. */
    static boolean isIn(Path directory) {
        return Files.exists(directory.resolve(FILE));
    }

    /** Writes the record atomically. */
    void write() throws IOException {
        Properties properties = new Properties();
        properties.setProperty("image", image.toString());
        properties.setProperty("profile", profile);
        properties.setProperty("spindles", Integer.toString(spindles));
        properties.setProperty("size_bytes", Long.toString(sizeBytes));
        properties.setProperty("path_micros", Integer.toString(pathMicros));
        properties.setProperty("model_on", Boolean.toString(modelOn));
        properties.setProperty("fault", faultWord);
        owner.write(properties, "owner");
        drive.write(properties, "drive");
        Path fresh = directory.resolve(FILE + ".new");
        try (Writer writer = Files.newBufferedWriter(fresh)) {
            properties.store(writer, "An emulated device; see ./ssdtier device list");
        }
        Files.move(fresh, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    void delete() throws IOException {
        Files.deleteIfExists(directory.resolve(FILE + ".new"));
        Files.deleteIfExists(directory.resolve(FILE));
        Files.deleteIfExists(directory);
    }

    String name() {
        return directory.getFileName().toString();
    }

    /** Returns the directory in which the drive serves its file. */
    Path driveMount() {
        return directory.resolve("drive");
    }

    /** Returns the file that the drive serves. */
    Path disk() {
        return driveMount().resolve("disk");
    }

    /** Returns the file with the counters of the drive's translation layer, if it has one. */
    Path flash() {
        return driveMount().resolve("flash");
    }

    /** Returns the file with the time that the parts of the drives have worked. */
    Path busy() {
        return driveMount().resolve("busy");
    }

    /** Returns the file with the counters of the drive's block cache, if it has one. */
    Path front() {
        return driveMount().resolve("front");
    }

    /** Returns the file that sets and reports the drive's fault. */
    Path fault() {
        return driveMount().resolve("fault");
    }

    /** Returns whether a fault is active. */
    boolean isFaulty() {
        return !faultWord.equals(DeviceFault.OFF);
    }

    /** Returns the mount point of the file system. */
    Path mountPoint() {
        return directory.resolve("files");
    }

    /** Returns the log file of the drive. */
    Path log() {
        return directory.resolve("drive.log");
    }

    /** Returns profile and spindles as they appear in results. */
    String mode() {
        return spindles == 1 ? profile : profile + " x " + spindles;
    }

    DeviceState withPathMicros(int micros) {
        return new DeviceState(
                directory, image, profile, spindles, sizeBytes, owner, drive, micros, modelOn, faultWord);
    }

    DeviceState withDrive(Owner program) {
        return new DeviceState(
                directory, image, profile, spindles, sizeBytes, owner, program, pathMicros, modelOn, faultWord);
    }

    DeviceState withModelOn(boolean on) {
        return new DeviceState(directory, image, profile, spindles, sizeBytes, owner, drive, pathMicros, on, faultWord);
    }

    DeviceState withFault(String word) {
        return new DeviceState(directory, image, profile, spindles, sizeBytes, owner, drive, pathMicros, modelOn, word);
    }
}
