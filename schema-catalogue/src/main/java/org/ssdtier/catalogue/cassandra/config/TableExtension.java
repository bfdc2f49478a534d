package org.ssdtier.catalogue.cassandra.config;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.apache.cassandra.schema.TableParams;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * A table's own choice of the format {@code catalogued}, in its definition: {@code WITH extensions =
 * {'schema_catalogue': 'true'}}. It takes precedence over cassandra.yaml, applies to every node, and can be
 * changed while nodes run.
 *
 * <p>Cassandra 5.0 keeps extensions in its schema, sends them to every node and shows them in DESCRIBE, as bytes in
 * hexadecimal. Its CQL accepts the property but discards its value, which reaches the schema only through this
 * class.
 */
public final class TableExtension {
    /** The name of the choice among a table's extensions. */
    public static final String KEY = "schema_catalogue";

    private static final String PROPERTY = TableParams.Option.EXTENSIONS.toString();
    private static final String ALLOWED =
            "'true' | 'false', or extensions without " + KEY + " to follow cassandra.yaml";
    private static final String HEXADECIMAL = "0[xX]([0-9a-fA-F]{2})*";

    private TableExtension() {}

    /** Returns the choice in the extensions of a table; null if there is none, or none that is valid. */
    public static @Nullable Boolean of(Map<String, ByteBuffer> extensions) {
        ByteBuffer value = extensions.get(KEY);
        return value == null ? null : choice(value);
    }

    /**
     * Returns the extensions that a CREATE or ALTER statement sets for a table, ours and others.
     *
     * @param property the property as the parser made it
     * @throws ConfigurationException if the property is not a map, or its choice is not allowed
     */
    public static Map<String, ByteBuffer> parse(Object property) {
        if (!(property instanceof Map<?, ?> texts)) {
            throw refusal(PROPERTY, property, "a map");
        }
        Map<String, ByteBuffer> extensions = new HashMap<>();
        texts.forEach((name, value) -> extensions.put(String.valueOf(name), bytes(String.valueOf(value))));
        ByteBuffer ours = extensions.get(KEY);
        if (ours != null && choice(ours) == null) {
            throw refusal(PROPERTY + "['" + KEY + "']", texts.get(KEY), ALLOWED);
        }
        return extensions;
    }

    /** Returns the bytes of a value, which is written as DESCRIBE writes it, or as text. */
    private static ByteBuffer bytes(String value) {
        return value.matches(HEXADECIMAL)
                ? ByteBufferUtil.hexToBytes(value.substring(2))
                : ByteBuffer.wrap(value.getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable Boolean choice(ByteBuffer value) {
        String text = StandardCharsets.UTF_8.decode(value.duplicate()).toString();
        return switch (text) {
            case "true" -> Boolean.TRUE;
            case "false" -> Boolean.FALSE;
            default -> null;
        };
    }

    private static ConfigurationException refusal(String key, @Nullable Object value, String allowed) {
        return new ConfigurationException(key + "=" + value + " cannot be used; allowed: " + allowed);
    }
}
