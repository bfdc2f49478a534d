package org.ssdtier.segmentlog.seeds;

/**
 * The seeds that a random test plays, one after the other; a failure names its seed and the command that plays it again.
 *
 * <p>{@code -Dssdtier.seeds=N} plays N seeds in place of the usual number, {@code -Dssdtier.seed=N} begins with seed N.
 */
public final class Seeds {
    private final String module;
    private final Class<?> test;
    private final long usualCount;
    private final long first;
    private final long count;

    private Seeds(String module, Class<?> test, long usualFirst, long usualCount) {
        this.module = module;
        this.test = test;
        this.usualCount = usualCount;
        this.first = Long.getLong("ssdtier.seed", usualFirst);
        this.count = Long.getLong("ssdtier.seeds", usualCount);
        if (count < 1) {
            throw new IllegalArgumentException("ssdtier.seeds=" + count + ", allowed: 1 and more");
        }
    }

    /** What is played with each seed. */
    @FunctionalInterface
    public interface Play {
        /** Plays one seed. */
        void with(long seed) throws Exception;
    }

    /**
     * Returns the seeds of a test, from 1 on.
     *
     * @param module directory of the test's module
     * @param test the test's class
     * @param usualCount how many there are, unless another number is given
     */
    public static Seeds of(String module, Class<?> test, long usualCount) {
        return new Seeds(module, test, 1, usualCount);
    }

    /** Returns the seeds of a test, as {@link #of(String, Class, long)}, from another one on. */
    public static Seeds from(long usualFirst, String module, Class<?> test, long usualCount) {
        return new Seeds(module, test, usualFirst, usualCount);
    }

    /** Returns the first seed. */
    public long first() {
        return first;
    }

    /** Returns how many there are. */
    public long count() {
        return count;
    }

    /** Returns whether there are as many as usual, so that the figures of all of them mean something. */
    public boolean areEnough() {
        return count >= usualCount;
    }

    /**
     * Plays all seeds.
     *
     * @throws AssertionError if one fails
     */
    public void play(Play play) {
        for (long seed = first; seed < first + count; seed++) {
            try {
                play.with(seed);
            } catch (Exception | AssertionError e) {
                throw failure(seed, e);
            }
        }
    }

    /**
     * Returns the failure of a seed, with the command that plays it again.
     *
     * @param seed the seed
     * @param cause how it failed
     * @param properties what else the test depends on, each as {@code name=value}
     */
    public AssertionError failure(long seed, Throwable cause, String... properties) {
        String[] all = new String[properties.length + 2];
        all[0] = "ssdtier.seeds=1";
        all[1] = "ssdtier.seed=" + seed;
        System.arraycopy(properties, 0, all, 2, properties.length);
        return failure("seed=" + seed, cause, module, test, all);
    }

    /**
     * Returns the failure of something that is no seed, with the command that plays it again.
     *
     * @param name what failed, as {@code name=value}
     * @param cause how it failed
     * @param module directory of the test's module
     * @param test the test's class
     * @param properties what selects it, each as {@code name=value}
     */
    public static AssertionError failure(
            String name, Throwable cause, String module, Class<?> test, String... properties) {
        StringBuilder again = new StringBuilder("mvn test -pl ")
                .append(module)
                .append(" -am -Dtest=")
                .append(test.getSimpleName())
                .append(" -Dsurefire.failIfNoSpecifiedTests=false -Dtests.required=false");
        for (String property : properties) {
            again.append(" -D").append(property);
        }
        return new AssertionError(name + "; again with: " + again + "\n" + cause, cause);
    }

    @Override
    public String toString() {
        return "seeds=" + first + ".." + (first + count - 1);
    }
}
