package org.ssdtier.benchmarks.cli;

import java.io.IOException;
import java.util.Optional;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import picocli.CommandLine.Option;

/** The option {@code --install}. Without it, nothing is installed on the machine. */
public final class InstallOption {
    @Option(
            names = "--install",
            description = "Install missing Debian packages that emulated devices need (requires root).")
    private boolean isGiven;

    /** Creates the option; called by picocli. */
    public InstallOption() {}

    /**
     * Installs missing packages if that is allowed.
     *
     * @return the registry
     * @throws IOException if they cannot be installed
     */
    public DeviceRegistry prepare(DeviceRegistry registry) throws IOException {
        if (isGiven) {
            registry.installMissing();
        }
        return registry;
    }

    /**
     * Installs missing packages if that is allowed, and requires that drives can be emulated.
     *
     * @return the registry
     * @throws IOException if no drive can be emulated here; the message says what would help
     */
    public DeviceRegistry require(DeviceRegistry registry) throws IOException {
        Optional<String> obstacle = prepare(registry).obstacle();
        if (obstacle.isPresent()) {
            throw new IOException(obstacle.get());
        }
        return registry;
    }

    /** Returns whether packages may be installed. */
    public boolean isGiven() {
        return isGiven;
    }
}
