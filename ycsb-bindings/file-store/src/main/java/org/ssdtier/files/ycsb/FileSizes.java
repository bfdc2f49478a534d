package org.ssdtier.files.ycsb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A distribution of the sizes of files. */
interface FileSizes {
    /** Draws a size. */
    int next(SplittableRandom random);

    /**
     * Returns the sizes of the paper's images: log-normal, with 90 % below 50 KB and a mean of 23 KB (300 GB in 13
     * million files), which give a median of 14.4 KB. Sizes above 4 MiB, one in 10^8, become 4 MiB.
     */
    static FileSizes paper() {
        double deviation = 0.9716;
        double median = 50_000 / Math.exp(1.2816 * deviation);
        return random -> (int) Math.min(4 << 20, Math.max(1, median * Math.exp(deviation * gaussian(random))));
    }

    /** Returns a normal variate (Box and Muller, 1958): a seeded one, as {@code nextGaussian} is not specified. */
    private static double gaussian(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    /** Returns the sizes of the files below a directory, each equally likely. */
    static FileSizes of(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            long[] sizes = files.filter(Files::isRegularFile)
                    .map(Path::toFile)
                    .flatMapToLong(file -> LongStream.of(file.length()))
                    .toArray();
            if (sizes.length == 0) {
                throw new IOException("files.sizes=" + directory + ": no files");
            }
            return random -> (int) Math.min(Integer.MAX_VALUE >> 1, sizes[random.nextInt(sizes.length)]);
        }
    }
}
