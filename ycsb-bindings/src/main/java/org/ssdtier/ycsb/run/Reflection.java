package org.ssdtier.ycsb.run;

/** Static methods to instantiate the classes that YCSB's properties name. */
final class Reflection {
    private Reflection() {}

    /**
     * Creates an object of the named class.
     *
     * @throws IllegalArgumentException if there is no such class, or it is not a {@code type} with a public
     *     constructor without arguments
     */
    static <T> T create(Class<T> type, String className) {
        try {
            return type.cast(Class.forName(className).getConstructor().newInstance());
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalArgumentException(
                    "class=" + className + ": not an instantiable " + type.getName() + ": " + e, e);
        }
    }
}
