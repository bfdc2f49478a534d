package org.ssdtier.benchmarks.schema.probe;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Random;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.BytesType;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.ssdtier.benchmarks.tier.probe.ProbeSchema;

/** A kind of rows whose images are compressed, one row in a partition. A number always has the same row. */
enum CompressedRows {
    /** The paper's rows: five columns of 75 random printable characters. */
    PAPER(0),
    /** A point of application performance monitoring: ten tags and ten measured values. */
    APM(2.5),
    /** A document in JSON: an order in a shop. */
    JSON(2.5),
    /** A blob of 400 random bytes. */
    RANDOM(0);

    private static final long CAPACITY_MIB = 64;
    private static final int PAPER_COLUMNS = 5;
    private static final int PAPER_BYTES = 75;
    private static final int BLOB_BYTES = 400;
    private static final int FIRST_PRINTABLE = ' ';
    private static final int PRINTABLES = 95;
    /** The distance of seeds, because generators with neighbouring seeds begin with similar numbers. */
    private static final long SEED_STEP = 0x9e3779b97f4a7c15L;

    private final double goal;

    /**
     * Creates a kind.
     *
     * @param goal least ratio of the bytes of its images before and after; 0 for none
     */
    CompressedRows(double goal) {
        this.goal = goal;
    }

    double goal() {
        return goal;
    }

    /** Creates the table. */
    TableMetadata table() {
        TableMetadata.Builder builder =
                TableMetadata.builder("compression", toString()).addPartitionKeyColumn("id", UTF8Type.instance);
        switch (this) {
            case PAPER -> {
                for (int column = 0; column < PAPER_COLUMNS; column++) {
                    builder.addRegularColumn("field" + column, UTF8Type.instance);
                }
            }
            case APM ->
                builder.addRegularColumn("tags", mapOf(UTF8Type.instance))
                        .addRegularColumn("fields", mapOf(DoubleType.instance));
            case JSON -> builder.addRegularColumn("document", UTF8Type.instance);
            case RANDOM -> builder.addRegularColumn("value", BytesType.instance);
        }
        return ProbeSchema.create(builder, CAPACITY_MIB);
    }

    private static MapType<?, ?> mapOf(AbstractType<?> values) {
        return MapType.getInstance(UTF8Type.instance, values, true);
    }

    /** Returns the partition of a row. */
    PartitionUpdate partition(TableMetadata table, int number) {
        Random random = new Random(number * SEED_STEP);
        PartitionUpdate.SimpleBuilder update = PartitionUpdate.simpleBuilder(
                table, table.partitioner.decorateKey(ByteBufferUtil.bytes(String.format("row%015d", number))));
        Row.SimpleBuilder row =
                update.timestamp(1_700_000_000_000_000L + number).row();
        switch (this) {
            case PAPER -> {
                for (int column = 0; column < PAPER_COLUMNS; column++) {
                    row.add("field" + column, printable(random));
                }
            }
            case APM -> row.add("tags", CompressedValues.tags(random)).add("fields", CompressedValues.fields(random));
            case JSON -> row.add("document", CompressedValues.order(random));
            case RANDOM -> {
                byte[] value = new byte[BLOB_BYTES];
                random.nextBytes(value);
                row.add("value", ByteBuffer.wrap(value));
            }
        }
        return update.build();
    }

    private static String printable(Random random) {
        StringBuilder value = new StringBuilder(PAPER_BYTES);
        for (int at = 0; at < PAPER_BYTES; at++) {
            value.append((char) (FIRST_PRINTABLE + random.nextInt(PRINTABLES)));
        }
        return value.toString();
    }

    /** Returns the name in figures. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
