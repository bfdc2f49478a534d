package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;

/**
 * What is on record of an emulated device. The record is written before the first thing is made and deleted after the
 * last is gone; with the names in it everything that a crash left can be found on the machine.
 *
 * @param directory the device's own, absolute, without links
 * @param image the file that holds the data
 * @param profile the profile's name
 * @param owner who takes it down
 * @param drive the drive's program; nobody as long as it was not started
 * @param pathMicros what the way through the kernel adds to a request's time; 0 as long as it is not measured
 * @param modelOn whether the model is on
 * @param faultWord the fault that is on, or {@code off}
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

    /** Whether there is a record in a directory. */
    static boolean isIn(Path directory) {
        return Files.exists(directory.resolve(FILE));
    }

    /** Writes the record, whole or not at all. */
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

    /** Where the drive serves its file. */
    Path driveMount() {
        return directory.resolve("drive");
    }

    /** The file that the drive serves. */
    Path disk() {
        return driveMount().resolve("disk");
    }

    /** Where the drive says what its translation layer has counted, if it has one. */
    Path flash() {
        return driveMount().resolve("flash");
    }

    /** Where the drive is told what is wrong with it, and says so. */
    Path fault() {
        return driveMount().resolve("fault");
    }

    /** Whether a fault is on. */
    boolean isFaulty() {
        return !faultWord.equals(DeviceFault.OFF);
    }

    /** Where the file system is. */
    Path mountPoint() {
        return directory.resolve("files");
    }

    /** What the drive says. */
    Path log() {
        return directory.resolve("drive.log");
    }

    /** Profile and spindles, as results have them. */
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
