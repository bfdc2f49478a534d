package org.ssdtier.ycsb.run;

/** Makes the classes that YCSB names by property. */
final class Reflection {
    private Reflection() {}

    /**
     * A new object of the named class.
     *
     * @throws IllegalArgumentException if there is no such class, or it is not a {@code type} with a public
     *     constructor without arguments
     */
    static <T> T create(Class<T> type, String className) {
        try {
            return type.cast(Class.forName(className).getConstructor().newInstance());
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalArgumentException(
                    "class=" + className + ": not a " + type.getName() + " that can be made: " + e, e);
        }
    }
}
