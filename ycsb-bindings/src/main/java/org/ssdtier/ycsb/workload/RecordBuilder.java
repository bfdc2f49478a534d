package org.ssdtier.ycsb.workload;

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
 * A builder of keys and fields of records. The content a record is loaded with is a function of the seed and its
 * number, whichever thread loads it. The content of an update comes from the updating thread's random numbers. If
 * content is to be verified, an update writes the loaded content again.
 */
public final class RecordBuilder {
    private static final String KEY_PREFIX = "user";

    private final WorkloadSettings settings;
    private final String[] names;

    public RecordBuilder(WorkloadSettings settings) {
        this.settings = settings;
        this.names = new String[settings.maxFields];
        Arrays.setAll(names, i -> settings.fieldNamePrefix + i);
    }

    /** Returns YCSB's key of a record: 25 bytes with hashed order and zero padding of 21. */
    public String key(long record) {
        String digits = Long.toString(settings.ordered ? record : Utils.hash(record));
        StringBuilder key = new StringBuilder(KEY_PREFIX);
        for (int i = digits.length(); i < settings.zeroPadding; i++) {
            key.append('0');
        }
        return key.append(digits).toString();
    }

    /** Returns the number of fields of a record; they are always the first ones. */
    int fieldsOf(long record) {
        int spread = settings.maxFields - settings.minFields + 1;
        return settings.minFields + (int) Math.floorMod(Mix.of(settings.seed, 1, record), (long) spread);
    }

    /** Returns all fields of a record as it is loaded. */
    public Map<String, ByteIterator> load(long record) {
        Map<String, ByteIterator> values = new HashMap<>();
        int count = fieldsOf(record);
        for (int field = 0; field < count; field++) {
            values.put(names[field], new ByteArrayByteIterator(loaded(record, field)));
        }
        return values;
    }

    /** Returns a random choice of a record's fields with new content. */
    public Map<String, ByteIterator> update(long record, SplittableRandom random) {
        int fields = fieldsOf(record);
        int most = Math.min(fields, settings.maxUpdateFields);
        int count = random.nextInt(Math.min(most, settings.minUpdateFields), most + 1);
        Map<String, ByteIterator> values = new HashMap<>();
        // Selection sampling (Knuth, TAOCP vol. 2, 3.4.2, algorithm S): all subsets of this size are equally likely.
        for (int field = 0; values.size() < count; field++) {
            if (random.nextInt(fields - field) < count - values.size()) {
                values.put(names[field], new ByteArrayByteIterator(updated(record, field, random)));
            }
        }
        return values;
    }

    /** Returns the fields that a read requests; null = all. */
    @Nullable
    public Set<String> fieldsToRead(long record, SplittableRandom random) {
        if (settings.readAllFields) {
            return null;
        }
        Set<String> one = new HashSet<>();
        one.add(names[random.nextInt(fieldsOf(record))]);
        return one;
    }

    /** Returns whether a read returned the loaded content. Valid only if content is verified: then updates keep it. */
    public boolean matchesLoaded(long record, @Nullable Set<String> fields, Map<String, ByteIterator> read) {
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
