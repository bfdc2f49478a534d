package org.ssdtier.ycsb.workload;

import java.util.Arrays;
import java.util.Locale;
import java.util.Properties;
import org.ssdtier.ycsb.generator.Zipf;
import site.ycsb.Client;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.workloads.CoreWorkload;

/**
 * The properties of {@code PaperWorkload}. Those of {@link CoreWorkload} keep their names and meanings. The defaults
 * are those of the main paper.
 */
public final class WorkloadSettings {
    /** Seed of the records and of the choice of popular records; default 1. All phases of an experiment share it. */
    public static final String SEED_PROPERTY = "seed";
    /**
     * Seed of the requests, in addition to {@code seed}; default 0. Each phase of an experiment has its own: if a
     * warm-up made the requests of the measured phase, every later request would be a repeated one.
     */
    public static final String RUN_SEED_PROPERTY = "runseed";
    /** Minimum number of fields of a record; default {@code fieldcount}, which is the maximum. */
    public static final String MIN_FIELDS_PROPERTY = "minfieldcount";
    /** Minimum number of fields of an update; default 1. */
    public static final String MIN_UPDATE_FIELDS_PROPERTY = "minupdatefields";
    /** Maximum number of fields of an update; default {@code fieldcount}. */
    public static final String MAX_UPDATE_FIELDS_PROPERTY = "maxupdatefields";
    /** The operations that {@code latest} follows: {@code inserts} (default, as in YCSB) or {@code writes}. */
    public static final String LATEST_FOLLOWS_PROPERTY = "latest.follows";
    /**
     * True if each record is requested only once, default false: repeated requests are left out. Fills a cache as the
     * distribution would, in less time. Requires an {@code operationcount} of at most the number of records.
     */
    public static final String ONCE_PROPERTY = "requestonce";
    /** Exponent of {@code zipfian} and {@code latest}; default 0.99, as in YCSB. */
    public static final String ZIPF_EXPONENT_PROPERTY = "zipfexponent";

    /** Number of fields of a record if the properties do not set it. */
    public static final int DEFAULT_FIELDS = 5;

    /** The distribution of requests over the records. */
    public enum Distribution {
        UNIFORM,
        ZIPFIAN,
        LATEST,
        SEQUENTIAL
    }

    /** The operations that {@code latest} follows. */
    public enum Follows {
        INSERTS,
        WRITES
    }

    private final Properties properties;

    public final long seed;
    public final long runSeed;
    public final String table;
    final String fieldNamePrefix;
    final int minFields;
    final int maxFields;
    final int minUpdateFields;
    final int maxUpdateFields;
    final int minFieldBytes;
    final int fieldBytes;
    final boolean readAllFields;
    public final boolean verify;
    final boolean ordered;
    final int zeroPadding;
    public final long insertStart;
    public final long recordCount;
    public final int minScanLength;
    public final int maxScanLength;
    public final Distribution distribution;
    public final Follows latestFollows;
    public final boolean once;
    public final double zipfExponent;
    public final double readShare;
    public final double updateShare;
    public final double insertShare;
    public final double scanShare;
    public final double readModifyWriteShare;

    /**
     * Reads the settings.
     *
     * @throws WorkloadException if a value is not allowed
     */
    public WorkloadSettings(Properties properties) throws WorkloadException {
        this.properties = properties;
        seed = number(SEED_PROPERTY, 1, Long.MIN_VALUE, Long.MAX_VALUE);
        runSeed = number(RUN_SEED_PROPERTY, 0, Long.MIN_VALUE, Long.MAX_VALUE);
        table = text(CoreWorkload.TABLENAME_PROPERTY, CoreWorkload.TABLENAME_PROPERTY_DEFAULT);
        fieldNamePrefix = text(CoreWorkload.FIELD_NAME_PREFIX, CoreWorkload.FIELD_NAME_PREFIX_DEFAULT);
        maxFields = (int) number(CoreWorkload.FIELD_COUNT_PROPERTY, DEFAULT_FIELDS, 1, 10_000);
        minFields = (int) number(MIN_FIELDS_PROPERTY, maxFields, 1, maxFields);
        boolean writesAll = flag(CoreWorkload.WRITE_ALL_FIELDS_PROPERTY, false);
        maxUpdateFields = (int) number(MAX_UPDATE_FIELDS_PROPERTY, maxFields, 1, maxFields);
        minUpdateFields = (int) number(MIN_UPDATE_FIELDS_PROPERTY, writesAll ? maxUpdateFields : 1, 1, maxUpdateFields);
        fieldBytes = (int) number(CoreWorkload.FIELD_LENGTH_PROPERTY, 75, 1, 1 << 24);
        minFieldBytes = minFieldBytes();
        readAllFields = flag(CoreWorkload.READ_ALL_FIELDS_PROPERTY, true);
        verify = flag(CoreWorkload.DATA_INTEGRITY_PROPERTY, false);
        ordered = choice(CoreWorkload.INSERT_ORDER_PROPERTY, Order.HASHED) == Order.ORDERED;
        zeroPadding = (int) number(CoreWorkload.ZERO_PADDING_PROPERTY, 21, 0, 1_000);
        insertStart = number(Workload.INSERT_START_PROPERTY, 0, 0, Long.MAX_VALUE / 2);
        recordCount = number(Client.RECORD_COUNT_PROPERTY, 0, insertStart + 1, Long.MAX_VALUE / 2);
        minScanLength = (int) number(CoreWorkload.MIN_SCAN_LENGTH_PROPERTY, 1, 1, 1 << 24);
        maxScanLength = (int) number(CoreWorkload.MAX_SCAN_LENGTH_PROPERTY, 1_000, minScanLength, 1 << 24);
        distribution = choice(CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY, Distribution.LATEST);
        latestFollows = choice(LATEST_FOLLOWS_PROPERTY, Follows.INSERTS);
        once = flag(ONCE_PROPERTY, false);
        zipfExponent = decimal(ZIPF_EXPONENT_PROPERTY, Zipf.YCSB_EXPONENT);
        readShare = decimal(CoreWorkload.READ_PROPORTION_PROPERTY, 0.95);
        updateShare = decimal(CoreWorkload.UPDATE_PROPORTION_PROPERTY, 0.05);
        insertShare = decimal(CoreWorkload.INSERT_PROPORTION_PROPERTY, 0);
        scanShare = decimal(CoreWorkload.SCAN_PROPORTION_PROPERTY, 0);
        readModifyWriteShare = decimal(CoreWorkload.READMODIFYWRITE_PROPORTION_PROPERTY, 0);
        checkCombination();
    }

    /** The order in which records are inserted, by key. */
    private enum Order {
        HASHED,
        ORDERED
    }

    /** The distribution of field lengths. */
    private enum LengthDistribution {
        CONSTANT,
        UNIFORM
    }

    private int minFieldBytes() throws WorkloadException {
        return choice(CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY, LengthDistribution.CONSTANT)
                        == LengthDistribution.CONSTANT
                ? fieldBytes
                : (int) number(CoreWorkload.MIN_FIELD_LENGTH_PROPERTY, 1, 1, fieldBytes);
    }

    private void checkCombination() throws WorkloadException {
        if (readShare + updateShare + insertShare + scanShare + readModifyWriteShare <= 0) {
            throw new WorkloadException("all proportions are 0, allowed: at least one above 0");
        }
        boolean requestsRecords = readShare + updateShare + readModifyWriteShare > 0;
        if (distribution == Distribution.ZIPFIAN && insertShare > 0 && requestsRecords) {
            throw new WorkloadException("requestdistribution=zipfian insertproportion=" + insertShare
                    + ", allowed: 0, or scans and inserts alone, or another distribution: inserts must not change the"
                    + " popular records");
        }
        if (once) {
            checkOnce();
        }
        if (latestFollows == Follows.WRITES && recordCount - insertStart > 1 << 29) {
            throw new WorkloadException("recordcount=" + recordCount + " with " + LATEST_FOLLOWS_PROPERTY
                    + "=writes, allowed: up to " + (1 << 29) + " records");
        }
    }

    private void checkOnce() throws WorkloadException {
        if (insertShare > 0) {
            throw new WorkloadException(ONCE_PROPERTY + "=true insertproportion=" + insertShare + ", allowed: 0");
        }
        long most = recordCount - insertStart;
        number(Client.OPERATION_COUNT_PROPERTY, 0, 1, most);
    }

    private String text(String name, String defaultValue) {
        return properties.getProperty(name, defaultValue).trim();
    }

    private boolean flag(String name, boolean defaultValue) throws WorkloadException {
        String text = text(name, Boolean.toString(defaultValue));
        if (!text.equals("true") && !text.equals("false")) {
            throw new WorkloadException(name + "=" + text + ", allowed: true, false");
        }
        return text.equals("true");
    }

    private long number(String name, long defaultValue, long min, long max) throws WorkloadException {
        String text = text(name, Long.toString(defaultValue));
        try {
            long value = Long.parseLong(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new WorkloadException(name + "=" + text + ", allowed: " + min + " to " + max, e);
        }
        throw new WorkloadException(name + "=" + text + ", allowed: " + min + " to " + max);
    }

    private double decimal(String name, double defaultValue) throws WorkloadException {
        String text = text(name, Double.toString(defaultValue));
        try {
            double value = Double.parseDouble(text);
            if (value >= 0 && value <= 1_000_000) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new WorkloadException(name + "=" + text + ", allowed: 0 to 1000000", e);
        }
        throw new WorkloadException(name + "=" + text + ", allowed: 0 to 1000000");
    }

    private <E extends Enum<E>> E choice(String name, E defaultValue) throws WorkloadException {
        String text = text(name, defaultValue.name()).toUpperCase(Locale.ROOT);
        E[] allowed = defaultValue.getDeclaringClass().getEnumConstants();
        for (E constant : allowed) {
            if (constant.name().equals(text)) {
                return constant;
            }
        }
        throw new WorkloadException(name + "=" + text.toLowerCase(Locale.ROOT) + ", allowed: "
                + Arrays.toString(allowed).toLowerCase(Locale.ROOT));
    }
}
