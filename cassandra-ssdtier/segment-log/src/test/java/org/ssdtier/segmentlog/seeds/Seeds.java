package org.ssdtier.segmentlog.seeds;

/**
 * The seeds of a random test, run one after the other. A failure names its seed and the command that repeats it.
 *
 * <p>{@code -Dssdtier.seeds=N} runs N seeds instead of the usual number, {@code -Dssdtier.seed=N} begins with seed N.
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

    /** The test to run with each seed. */
    @FunctionalInterface
    public interface Play {
        /** Runs the test with one seed. */
        void with(long seed) throws Exception;
    }

    /**
     * Returns the seeds of a test, starting with 1.
     *
     * @param module directory of the test's module
     * @param test class of the test
     * @param usualCount number of seeds, unless another number is set
     */
    public static Seeds of(String module, Class<?> test, long usualCount) {
        return new Seeds(module, test, 1, usualCount);
    }

    /** Returns the seeds of a test, as {@link #of(String, Class, long)} does, but starting with another seed. */
    public static Seeds from(long usualFirst, String module, Class<?> test, long usualCount) {
        return new Seeds(module, test, usualFirst, usualCount);
    }

    /** Returns the first seed. */
    public long first() {
        return first;
    }

    /** Returns the number of seeds. */
    public long count() {
        return count;
    }

    /** Returns whether there are at least as many seeds as usual, so that figures over all of them are meaningful. */
    public boolean isFullRun() {
        return count >= usualCount;
    }

    /**
     * Runs all seeds.
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
     * Returns the failure of a seed, with the command that repeats it.
     *
     * @param seed the seed
     * @param cause cause of the failure
     * @param properties further properties on which the test depends, each as {@code name=value}
     */
    public AssertionError failure(long seed, Throwable cause, String... properties) {
        String[] all = new String[properties.length + 2];
        all[0] = "ssdtier.seeds=1";
        all[1] = "ssdtier.seed=" + seed;
        System.arraycopy(properties, 0, all, 2, properties.length);
        return failure("seed=" + seed, cause, module, test, all);
    }

    /**
     * Returns the failure of a test case that is not a seed, with the command that repeats it.
     *
     * @param name failed test case, as {@code name=value}
     * @param cause cause of the failure
     * @param module directory of the test's module
     * @param test class of the test
     * @param properties properties that select the test case, each as {@code name=value}
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
