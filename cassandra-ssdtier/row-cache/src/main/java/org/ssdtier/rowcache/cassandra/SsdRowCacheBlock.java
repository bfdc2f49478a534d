package org.ssdtier.rowcache.cassandra;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The block {@code ssd_row_cache} of a cassandra.yaml that no node has loaded, for operator tools. */
public final class SsdRowCacheBlock {
    /** The words that a node takes for a Boolean. */
    private static final Map<String, Boolean> BOOLEANS =
            Map.of("true", true, "yes", true, "on", true, "false", false, "no", false, "off", false);

    private final SsdRowCacheConfig config = new SsdRowCacheConfig();
    private final List<String> violations = new ArrayList<>();

    private SsdRowCacheBlock() {}

    /**
     * Reads the block. A value that a node would refuse is a violation, and the default stands for it.
     *
     * @param block the keys of the block and their values, as a YAML parser returns them that leaves words as they are
     * @param storageDirectory directory that contains the cache's directory by default
     * @param machineBytes memory of the machine
     * @param heapBytes maximum heap size of the node
     */
    public static SsdRowCacheBlock read(Map<?, ?> block, Path storageDirectory, long machineBytes, long heapBytes) {
        SsdRowCacheBlock read = new SsdRowCacheBlock();
        block.forEach((key, value) -> read.set(String.valueOf(key), value));
        if (read.config.directory == null) {
            read.config.directory = storageDirectory.resolve(OptionRule.BLOCK).toString();
        }
        if (read.violations.isEmpty()) { // the bounds of a value depend on others
            new SsdRowCacheOptions(read.config, new NodeMemory(machineBytes, heapBytes))
                    .rules().stream()
                            .filter(rule -> !rule.holds())
                            .forEach(rule -> read.violate(rule.key(), rule.value(), "; allowed: " + rule.allowed()));
        }
        return read;
    }

    /** Returns the values that a node would refuse, each with its key and what is allowed; empty if there are none. */
    public List<String> violations() {
        return List.copyOf(violations);
    }

    /** Returns whether the tier is switched on. */
    public boolean isEnabled() {
        return config.enabled;
    }

    /** Returns the directory as it is written. */
    public String directory() {
        return String.valueOf(config.directory);
    }

    /** Returns whether the directory may be on the device of the data. */
    public boolean mayShareDevice() {
        return config.allow_shared_device;
    }

    /** Returns the size of the SSD tier in bytes. */
    public long sizeBytes() {
        return config.size.toBytes();
    }

    /** Returns the size of a segment in bytes; not 0. */
    public long segmentBytes() {
        return Math.max(1, config.segment_size.toBytes());
    }

    /** Returns the bound of the index in bytes. */
    public long indexBytes() {
        return config.index_memory.toBytes();
    }

    private void set(String key, @Nullable Object value) {
        List<Field> keys = Arrays.asList(SsdRowCacheConfig.class.getFields());
        Field field = keys.stream()
                .filter(candidate -> candidate.getName().equals(key))
                .findFirst()
                .orElse(null);
        if (field == null) {
            violations.add(OptionRule.BLOCK + "." + key + ": no such key; allowed: "
                    + keys.stream().map(Field::getName).collect(Collectors.joining(", ")));
        } else if (value != null) {
            try {
                field.set(config, valueOf(field.getType(), value));
            } catch (InvocationTargetException e) {
                violate(key, value, ": " + e.getCause().getMessage());
            } catch (ReflectiveOperationException | IllegalArgumentException e) {
                violate(key, value, "; allowed: " + field.getType().getSimpleName());
            }
        }
    }

    /** Returns a value as the field has it. Specifications of sizes, rates and times have a constructor of their text. */
    private static Object valueOf(Class<?> type, Object value) throws ReflectiveOperationException {
        if (type == boolean.class && value instanceof String word) {
            Boolean found = BOOLEANS.get(word.toLowerCase(Locale.ROOT));
            return found == null ? word : found;
        }
        if (type.isPrimitive()) {
            return value;
        }
        return type.getConstructor(String.class).newInstance(String.valueOf(value));
    }

    private void violate(String key, Object value, String why) {
        violations.add(OptionRule.BLOCK + "." + key + "=" + value + " cannot be used" + why);
    }
}
