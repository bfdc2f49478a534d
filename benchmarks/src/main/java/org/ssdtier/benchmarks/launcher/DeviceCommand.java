package org.ssdtier.benchmarks.launcher;

import picocli.CommandLine.Command;

/** The command {@code ssdtier device}, for emulated drives. */
@Command(
        name = "device",
        description = "Emulate hard disks and SSDs, for measurements.",
        mixinStandardHelpOptions = true,
        subcommands = {
            DeviceUpCommand.class,
            DeviceDownCommand.class,
            DeviceListCommand.class,
            DeviceModelCommand.class,
            DeviceFaultCommand.class,
            DeviceCalibrateCommand.class,
            DeviceValidateCommand.class,
            DeviceRecordCommand.class,
            DeviceReplayCommand.class
        })
final class DeviceCommand extends VerbGroup {}
