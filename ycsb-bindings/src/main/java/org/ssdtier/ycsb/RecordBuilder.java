package org.ssdtier.ycsb;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.ssdtier.ycsb.generator.Mix;
import org.ssdtier.ycsb.generator.Text;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.Utils;

/**
 * Keys and fields of records. What a record is loaded with is a function of the seed and its number, whichever thread
 * loads it; what it is updated with comes from the updating thread's random numbers, unless content is to be verified.
 */
final class RecordBuilder {
    private static final String KEY_PREFIX = "user";

    private final WorkloadSettings settings;
    private final String[] names;

    RecordBuilder(WorkloadSettings settings) {
        this.settings = settings;
        this.names = new String[settings.maxFields];
        Arrays.setAll(names, i -> settings.fieldNamePrefix + i);
    }

    /** YCSB's key of a record: 25 bytes with hashed order and zero padding of 21. */
    String key(long record) {
        String digits = Long.toString(settings.ordered ? record : Utils.hash(record));
        StringBuilder key = new StringBuilder(KEY_PREFIX);
        for (int i = digits.length(); i < settings.zeroPadding; i++) {
            key.append('0');
        }
        return key.append(digits).toString();
    }

    /** How many fields a record has: its first ones. */
    int fieldsOf(long record) {
        int spread = settings.maxFields - settings.minFields + 1;
        return settings.minFields + (int) Math.floorMod(Mix.of(settings.seed, 1, record), (long) spread);
    }

    /** All fields of a record as it is loaded. */
    Map<String, ByteIterator> load(long record) {
        Map<String, ByteIterator> values = new HashMap<>();
        int count = fieldsOf(record);
        for (int field = 0; field < count; field++) {
            values.put(names[field], new ByteArrayByteIterator(loaded(record, field)));
        }
        return values;
    }

    /** A random choice of a record's fields with new content. */
    Map<String, ByteIterator> update(long record, SplittableRandom random) {
        int fields = fieldsOf(record);
        int most = Math.min(fields, settings.maxUpdateFields);
        int count = random.nextInt(Math.min(most, settings.minUpdateFields), most + 1);
        Map<String, ByteIterator> values = new HashMap<>();
        // Selection sampling: each subset of this many fields is as likely as any other.
        for (int field = 0; values.size() < count; field++) {
            if (random.nextInt(fields - field) < count - values.size()) {
                values.put(names[field], new ByteArrayByteIterator(updated(record, field, random)));
            }
        }
        return values;
    }

    /** The fields that a read asks for; null = all. */
    @Nullable
    Set<String> fieldsToRead(long record, SplittableRandom random) {
        if (settings.readAllFields) {
            return null;
        }
        Set<String> one = new HashSet<>();
        one.add(names[random.nextInt(fieldsOf(record))]);
        return one;
    }

    /** Whether what was read is what was written; only if content is verified, so that updates do not change it. */
    boolean isRight(long record, @Nullable Set<String> fields, Map<String, ByteIterator> read) {
        int count = fieldsOf(record);
        int expected = 0;
        for (int field = 0; field < count; field++) {
            String name = names[field];
            if (fields == null || fields.contains(name)) {
                expected++;
                ByteIterator value = read.get(name);
                if (value == null || !Arrays.equals(value.toArray(), loaded(record, field))) {
                    return false;
                }
            }
        }
        return read.size() == expected;
    }

    private byte[] updated(long record, int field, SplittableRandom random) {
        return settings.verify ? loaded(record, field) : Text.random(random, length(random));
    }

    private byte[] loaded(long record, int field) {
        SplittableRandom random = new SplittableRandom(Mix.of(settings.seed, record, 2L + field));
        return Text.random(random, length(random));
    }

    private int length(SplittableRandom random) {
        return settings.minFieldBytes == settings.fieldBytes
                ? settings.fieldBytes
                : random.nextInt(settings.minFieldBytes, settings.fieldBytes + 1);
    }
}
