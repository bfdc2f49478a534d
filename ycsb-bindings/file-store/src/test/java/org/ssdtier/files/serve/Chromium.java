package org.ssdtier.files.serve;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/** Headless Chromium, a new process for each page. */
final class Chromium {
    private static final long PATIENCE_SECONDS = 60;
    private static final int HEIGHT = 900;

    private final Path program;
    private final Path work;

    private Chromium(Path program, Path work) {
        this.program = program;
        this.work = work;
    }

    /** Returns the browser; skips the test, and says so, where it is not installed (Debian: chromium). */
    @SuppressWarnings("SystemOut") // Maven's summary counts skipped tests, but does not say why
    static Chromium needed(Path work) {
        List<Path> found = Stream.of(
                        Objects.requireNonNullElse(System.getenv("PATH"), "").split(":"))
                .map(directory -> Path.of(directory, "chromium"))
                .filter(Files::isExecutable)
                .toList();
        if (found.isEmpty()) {
            System.err.println("skipped: tests in a browser: program=chromium: not installed");
        }
        assumeTrue(!found.isEmpty(), "missing: chromium");
        return new Chromium(found.get(0), work);
    }

    /** Returns the document that the browser made of a page. */
    String page(String address) throws Exception {
        return run(List.of("--dump-dom", address));
    }

    /** Returns the upper part of a page, drawn in a window of some width. */
    BufferedImage picture(String address, int width) throws Exception {
        Path file = work.resolve("page.png");
        run(List.of(
                "--screenshot=" + file,
                "--hide-scrollbars",
                "--force-device-scale-factor=1",
                "--window-size=" + width + "," + HEIGHT,
                address));
        return Objects.requireNonNull(ImageIO.read(file.toFile()), "no picture");
    }

    private String run(List<String> options) throws IOException, InterruptedException {
        Path out = work.resolve("chromium.out");
        Path log = work.resolve("chromium.log");
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--headless=new",
                "--no-sandbox", // root has none
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--user-data-dir=" + work.resolve("profile")));
        command.addAll(options);
        Process browser = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(Redirect.to(log.toFile()))
                .start();
        boolean isEnded = browser.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        browser.destroyForcibly().waitFor();
        assertTrue(isEnded && browser.exitValue() == 0, () -> command + ": " + text(log));
        return text(out);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
