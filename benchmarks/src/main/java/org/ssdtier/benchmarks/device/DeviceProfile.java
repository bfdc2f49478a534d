package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The properties of a kind of drive, from a file of {@code benchmarks/device/profiles}.
 *
 * @param name the file name without its suffix, such as {@code hdd-7200}
 * @param description one-line description
 * @param kind {@code hdd}, {@code ssd}, {@code volume} or {@code none}
 * @param model the model's numbers by name, named as in {@code model.h}, without {@code spindles} and {@code
 *     size_bytes}
 * @param filled additional numbers for a drive that is larger than the device and partly full; empty if the profile has
 *     no fill level
 * @param spindles default number of drives in the RAID-0
 * @param queue settings of the block device, by their names in {@code /sys/block/NAME/queue}
 * @param calibratedSpindles numbers of spindles to calibrate
 */
public record DeviceProfile(
        String name,
        String description,
        String kind,
        Map<String, String> model,
        Map<String, String> filled,
        int spindles,
        Map<String, String> queue,
        List<Integer> calibratedSpindles) {
    private static final String SUFFIX = ".properties";
    private static final String MODEL = "model.";
    private static final String FILLED = "filled.";
    private static final String QUEUE = "queue.";
    private static final Set<String> KINDS = Set.of("hdd", "ssd", "volume", "none");

    /** The queue settings that a profile may contain, in the order of application. */
    static final List<String> QUEUE_SETTINGS = List.of("scheduler", "rotational", "read_ahead_kb");

    private static final String DILATION = "dilation";
    private static final String SHARE = "share";
    private static final int MAX_SPINDLES = 32;

    /** The most that a second of a drive can be stretched; as in {@code drive.c}. */
    static final int MAX_DILATION = 1024;

    /** The numbers that a block cache's SSD has under their own names. */
    private static final List<String> FRONT_NUMBERS =
            List.of("dies", "page_bytes", "overhead_micros", "read_micros", "program_micros");

    /**
     * Reads a profile.
     *
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if a setting is missing, unknown or out of range
     */
    public static DeviceProfile read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        String fileName = file.getFileName().toString();
        String name = fileName.endsWith(SUFFIX) ? fileName.substring(0, fileName.length() - SUFFIX.length()) : fileName;
        return new Parser(file, properties).parse(name);
    }

    /**
     * Returns the profile with the given name.
     *
     * @throws IllegalArgumentException if there is none; the message names the existing profiles
     */
    public static DeviceProfile named(Path profiles, String name) throws IOException {
        for (DeviceProfile profile : all(profiles)) {
            if (profile.name().equals(name)) {
                return profile;
            }
        }
        throw new IllegalArgumentException("profile=" + name + ": allowed are "
                + String.join(
                        ", ", all(profiles).stream().map(DeviceProfile::name).toList()));
    }

    /** Returns all profiles of a directory, sorted by name. */
    public static List<DeviceProfile> all(Path profiles) throws IOException {
        List<Path> files;
        try (Stream<Path> entries = Files.list(profiles)) {
            files = entries.filter(path -> path.toString().endsWith(SUFFIX))
                    .sorted()
                    .toList();
        }
        List<DeviceProfile> all = new ArrayList<>();
        for (Path file : files) {
            all.add(read(file));
        }
        return all;
    }

    /** Returns whether the drive has a model. */
    public boolean hasModel() {
        return !kind.equals("none");
    }

    /** Returns whether the drive has moving heads. */
    public boolean hasHeads() {
        return kind.equals("hdd");
    }

    /** Returns whether the drive is a network volume. */
    public boolean isVolume() {
        return kind.equals("volume");
    }

    /**
     * Returns the fraction of the drive that the device takes: of the tracks of a hard disk, of the flash of an SSD. It is
     * 1 unless the device is part of a larger drive, see {@link #filled}.
     */
    public double share() {
        return Double.parseDouble(model.getOrDefault(SHARE, "1"));
    }

    /** Returns whether it is an SSD with a translation layer, which reads nothing where nothing was written. */
    boolean hasTranslationLayer() {
        return kind.equals("ssd") && model.containsKey("erase_pages");
    }

    /**
     * Returns the profile of a device that is part of this drive and follows other data on it. With a fill of 0 the
     * device is the first part of a larger drive that was never written to, which is not the same as this profile
     * without a fill.
     *
     * @param fill fraction of the drive that holds other data
     * @throws IllegalArgumentException if the fill is out of range, or this kind of drive has no fill level
     */
    public DeviceProfile filled(double fill) {
        if (filled.isEmpty()) {
            throw new IllegalArgumentException("profile=" + name + ": has no fill level (no settings filled.*)");
        }
        double most = 1 - Double.parseDouble(filled.getOrDefault(SHARE, "1"));
        if (!(fill >= 0 && fill <= most)) {
            throw new IllegalArgumentException("fill=" + fill + ": allowed for profile " + name + " is 0 to " + most);
        }
        Map<String, String> all = new TreeMap<>(model);
        all.putAll(filled);
        all.put("fill", Double.toString(fill));
        return new DeviceProfile(
                name + "-fill-" + fill, description, kind, all, Map.of(), spindles, queue, calibratedSpindles);
    }

    /**
     * Returns the profile of this drive with a block cache in front of it. It is a model of dm-cache and bcache, not their
     * code.
     *
     * @param ssd profile of the SSD of the block cache
     * @throws IllegalArgumentException if this drive is one itself, or the other is none
     */
    public DeviceProfile fronted(DeviceProfile ssd, BlockCache cache) {
        if (!ssd.kind.equals("ssd") || kind.equals("ssd") || !hasModel()) {
            throw new IllegalArgumentException("profile=" + name + " front=" + ssd.name
                    + ": allowed is an SSD in front of hard disks or of a network volume");
        }
        Map<String, String> all = new TreeMap<>(model);
        for (String number : FRONT_NUMBERS) {
            all.put(number, ssd.number(number));
        }
        all.put("front_cache_bytes", ssd.number("cache_bytes"));
        all.put("front_link_bytes_per_second", ssd.number("link_bytes_per_second"));
        all.put("front_bytes", Long.toString(cache.bytes()));
        all.put("front_block_bytes", Integer.toString(cache.blockBytes()));
        all.put("front_policy", Integer.toString(cache.policy().ordinal()));
        return new DeviceProfile(
                name + "-" + cache, description, kind, all, Map.of(), spindles, queue, calibratedSpindles);
    }

    /**
     * Returns the profile of this drive in a slower time: a second of the drive takes several of the clock. Cores beside it
     * are as that many times faster ones (not as more of them). Times in {@link Device#busy} are the drive's; latencies are
     * the clock's.
     *
     * @param factor seconds of the clock for one of the drive, 1 for this profile
     * @throws IllegalArgumentException if the factor is out of range
     */
    public DeviceProfile dilated(int factor) {
        if (factor < 1 || factor > MAX_DILATION) {
            throw new IllegalArgumentException("dilation=" + factor + ": allowed is 1 to " + MAX_DILATION);
        }
        if (factor == 1 || !hasModel()) {
            return this;
        }
        Map<String, String> all = new TreeMap<>(model);
        all.put(DILATION, Integer.toString(factor));
        return new DeviceProfile(
                name + "-dilated-" + factor, description, kind, all, filled, spindles, queue, calibratedSpindles);
    }

    /** Returns the seconds of the clock for one of the drive. */
    int dilation() {
        return Integer.parseInt(model.getOrDefault(DILATION, "1"));
    }

    private String number(String number) {
        String value = model.get(number);
        if (value == null) {
            throw new IllegalArgumentException("profile=" + name + ": model." + number + " is missing");
        }
        return value;
    }

    /** Returns the arguments that configure the model in C, without its size. */
    List<String> words(int spindleCount) {
        List<String> words = new ArrayList<>();
        words.add("kind=" + kind);
        words.add("spindles=" + spindleCount);
        model.forEach((number, value) -> words.add(number + "=" + value));
        return words;
    }

    /**
     * Checks a number of spindles.
     *
     * @throws IllegalArgumentException if this kind of drive cannot have that many
     */
    int checkSpindles(int spindleCount) {
        int most = canBeStriped() ? MAX_SPINDLES : 1;
        if (spindleCount < 1 || spindleCount > most) {
            throw new IllegalArgumentException(
                    "spindles=" + spindleCount + ": allowed for profile " + name + " is 1 to " + most);
        }
        return spindleCount;
    }

    /** Returns whether drives can form a RAID-0: those without a translation layer, which is that of one drive. */
    private boolean canBeStriped() {
        return hasHeads() || (model.containsKey("stripe_bytes") && !model.containsKey("erase_pages"));
    }

    /** A parser that removes each setting after reading it; settings that remain are unknown. */
    private record Parser(Path file, Properties properties) {
        DeviceProfile parse(String name) {
            String description = take("description");
            String kind = take("kind");
            if (!KINDS.contains(kind)) {
                throw wrong("kind", kind, "hdd, ssd, volume or none");
            }
            int spindles = number("spindles", take("spindles"));
            List<Integer> calibrated = Arrays.stream(take("calibrate.spindles").split(",", -1))
                    .map(text -> number("calibrate.spindles", text))
                    .toList();
            Map<String, String> model = new TreeMap<>();
            Map<String, String> filled = new TreeMap<>();
            Map<String, String> queue = new TreeMap<>();
            for (String key : properties.stringPropertyNames()) {
                String value = properties.getProperty(key).strip();
                if (key.startsWith(MODEL)) {
                    model.put(key.substring(MODEL.length()), decimal(key, value));
                } else if (key.startsWith(FILLED)) {
                    filled.put(key.substring(FILLED.length()), decimal(key, value));
                } else if (key.startsWith(QUEUE) && QUEUE_SETTINGS.contains(key.substring(QUEUE.length()))) {
                    queue.put(key.substring(QUEUE.length()), value);
                } else {
                    throw wrong(key, value, "nothing, there is no such setting");
                }
            }
            DeviceProfile profile =
                    new DeviceProfile(name, description, kind, model, filled, spindles, queue, calibrated);
            profile.checkSpindles(spindles);
            calibrated.forEach(profile::checkSpindles);
            return profile;
        }

        private String take(String key) {
            Object value = properties.remove(key);
            if (value == null) {
                throw new IllegalArgumentException("file=" + file + ": " + key + " is missing");
            }
            return value.toString().strip();
        }

        private int number(String key, String text) {
            try {
                return Integer.parseInt(text.strip());
            } catch (NumberFormatException e) {
                throw wrong(key, text, "a whole number");
            }
        }

        private String decimal(String key, String text) {
            try {
                double value = Double.parseDouble(text);
                if (value >= 0 && Double.isFinite(value)) {
                    return text;
                }
            } catch (NumberFormatException e) {
                throw wrong(key, text, "a number");
            }
            throw wrong(key, text, "a number from 0 up");
        }

        private IllegalArgumentException wrong(String key, String value, String allowed) {
            return new IllegalArgumentException("file=" + file + " " + key + "=" + value + ": allowed is " + allowed);
        }
    }
}
