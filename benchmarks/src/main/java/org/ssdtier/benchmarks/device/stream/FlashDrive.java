package org.ssdtier.benchmarks.device.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.ssdtier.benchmarks.device.ByteSize;
import org.ssdtier.benchmarks.device.DeviceProfile;

/**
 * A flash drive with streams. Times and link are those of the profile {@code ssd-sata}.
 *
 * @param mapping streams of the lifetime hints
 * @param honoursTrim whether it uses what the file system discards
 * @param spareShare flash beyond the drive's size, as a fraction of that
 * @param fill fraction of the drive that other data occupies, which is never written here
 * @param dies number of dies, which work in parallel
 * @param unitPages flash pages of 16 KiB in an erase unit of a die
 */
public record FlashDrive(
        StreamMapping mapping, boolean honoursTrim, double spareShare, double fill, int dies, int unitPages) {
    /** The profile that gives the times. */
    public static final String PROFILE = "ssd-sata";

    private static final int PAGE_BYTES = 16_384;
    private static final long MEBIBYTE = 1L << 20;
    private static final int SECTOR_BYTES = 4_096;
    private static final int MOST_DIES = 64;
    private static final double MOST_FILL = 0.95;
    /** Units of a die that are free, or garbage, whatever the streams. */
    private static final int KEPT_UNITS = 3;
    /** Units of a die that are open for each stream: for the host and for copies. */
    private static final int UNITS_OF_STREAM = 2;

    /**
     * Checks the drive.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public FlashDrive {
        require(spareShare > 0 && spareShare <= 1, "spare", spareShare, "more than 0, up to 1");
        require(fill >= 0 && fill <= MOST_FILL, "fill", fill, "0 to " + MOST_FILL);
        require(dies >= 1 && dies <= MOST_DIES, "dies", dies, "1 to " + MOST_DIES);
        require(unitPages >= 1 && unitPages <= 4_096, "unit-pages", unitPages, "1 to 4096");
    }

    private static void require(boolean holds, String name, Object value, String allowed) {
        if (!holds) {
            throw new IllegalArgumentException(name + "=" + value + ": allowed is " + allowed);
        }
    }

    /** Returns a drive that differs in its mapping. */
    public FlashDrive with(StreamMapping other) {
        return new FlashDrive(other, honoursTrim, spareShare, fill, dies, unitPages);
    }

    /** Returns a drive that ignores what the file system discards. */
    public FlashDrive withoutTrim() {
        return new FlashDrive(mapping, false, spareShare, fill, dies, unitPages);
    }

    /** Returns a drive that differs in its over-provisioning and fill level. */
    public FlashDrive withRoom(double otherSpareShare, double otherFill) {
        return new FlashDrive(mapping, honoursTrim, otherSpareShare, otherFill, dies, unitPages);
    }

    /** Returns the bytes of an erase unit of one die. */
    public long unitBytes() {
        return (long) unitPages * PAGE_BYTES;
    }

    /** Returns whether the spare flash of a device of this size suffices for the units that are never full of valid data. */
    public boolean hasRoomFor(long deviceBytes) {
        long unitSectors = unitBytes() / SECTOR_BYTES;
        double driveSectors = Math.ceil(Math.ceil((double) deviceBytes / SECTOR_BYTES) / (1 - fill));
        long dieUnits = (long) Math.ceil(driveSectors * (1 + spareShare) / unitSectors / dies);
        long kept = KEPT_UNITS + (long) UNITS_OF_STREAM * mapping.streams();
        return (dieUnits - kept) * unitSectors * dies >= driveSectors + dies;
    }

    /** Returns the least size of a device that has room, of whole MiB and at least the given size. */
    public long leastBytes(long deviceBytes) {
        long least = deviceBytes;
        while (!hasRoomFor(least)) {
            least = (least / MEBIBYTE + 1) * MEBIBYTE;
        }
        return least;
    }

    /**
     * Checks that a device of this size has room on the drive, as {@code flash.c} does.
     *
     * @throws IllegalArgumentException if not; the message has a size that is allowed
     */
    public void requireRoomFor(long deviceBytes) {
        require(
                hasRoomFor(deviceBytes),
                "size",
                ByteSize.format(deviceBytes),
                String.format(
                        Locale.ROOT,
                        "%s or more: streams=%d dies=%d erase-unit=%s over-provisioning=%.2f fill=%.2f",
                        ByteSize.format(leastBytes(deviceBytes)),
                        mapping.streams(),
                        dies,
                        ByteSize.format(unitBytes()),
                        spareShare,
                        fill));
    }

    /** Returns the settings of its model, by the names in {@code model.h}. */
    private Map<String, String> model(DeviceProfile profile) {
        Map<String, String> model = new TreeMap<>(profile.model());
        model.put("dies", Integer.toString(dies));
        model.put("page_bytes", Integer.toString(PAGE_BYTES));
        model.put("erase_pages", Integer.toString(unitPages));
        model.put("erase_micros", profile.filled().getOrDefault("erase_micros", "0"));
        model.put("spare_share", Double.toString(spareShare));
        model.put("streams", Integer.toString(mapping.streams()));
        model.put("trim", honoursTrim ? "1" : "0");
        model.put("share", Double.toString(1 - fill));
        model.put("fill", Double.toString(fill));
        return model;
    }

    /** Returns the arguments of {@code replay.c} for this drive. */
    List<String> replayArguments(DeviceProfile profile) {
        List<String> arguments = new ArrayList<>();
        if (mapping.detected() > 0) {
            arguments.addAll(List.of("--detect", Integer.toString(mapping.detected())));
        } else {
            arguments.addAll(List.of("--map", mapping.digits()));
        }
        arguments.add("kind=ssd");
        model(profile).forEach((name, value) -> arguments.add(name + "=" + value));
        return arguments;
    }

    /**
     * Returns the profile of a drive to mount.
     *
     * @param words further words for {@code drive.c} by name
     */
    DeviceProfile toProfile(DeviceProfile profile, Map<String, String> words) {
        Map<String, String> model = model(profile);
        model.put("map", mapping.digits());
        model.put("detect", Integer.toString(mapping.detected()));
        model.putAll(words);
        return new DeviceProfile(
                "ssd-streams-" + mapping.name(),
                String.format(Locale.ROOT, "SSD with %d streams", mapping.streams()),
                "ssd",
                model,
                Map.of(),
                1,
                profile.queue(),
                List.of(1));
    }
}
