package org.ssdtier.catalogue;

/**
 * A definition of a {@link SchemaList} and its ID.
 *
 * @param id an unsigned 32-bit number; {@link SchemaIds#NONE} if the definition has none
 * @param definition the definition itself
 */
public record SchemaListEntry(int id, SchemaDefinition definition) {
    /** Returns the bytes of the definition, with the ID and its length before it. */
    int bodyBytes() {
        int definitionBytes = definition.length();
        return UnsignedVarint.bytes(id) + UnsignedVarint.bytes(definitionBytes) + definitionBytes;
    }
}
