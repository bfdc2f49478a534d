package org.ssdtier.benchmarks.device;

/**
 * A device that is up, for a list of them.
 *
 * @param name its name
 * @param mode profile and spindles
 * @param sizeBytes its size
 * @param modelOn whether it takes the time its model says
 * @param fault the fault that is on, or {@code off}
 * @param owner who takes it down: {@code nobody}, or a pid
 * @param mountPoint where its files are
 */
public record DeviceEntry(
        String name, String mode, long sizeBytes, boolean modelOn, String fault, String owner, String mountPoint) {}
