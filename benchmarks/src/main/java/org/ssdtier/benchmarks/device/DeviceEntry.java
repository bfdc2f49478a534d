package org.ssdtier.benchmarks.device;

/**
 * An entry of the list of existing devices.
 *
 * @param name name of the device
 * @param mode profile and spindles
 * @param sizeBytes size of the device
 * @param modelOn whether requests take the time given by the model
 * @param fault the active fault, or {@code off}
 * @param owner the program that takes the device down: {@code nobody}, or a pid
 * @param mountPoint directory of its files
 */
public record DeviceEntry(
        String name, String mode, long sizeBytes, boolean modelOn, String fault, String owner, String mountPoint) {}
