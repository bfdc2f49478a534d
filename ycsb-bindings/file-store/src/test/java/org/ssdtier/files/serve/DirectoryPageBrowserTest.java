package org.ssdtier.files.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ssdtier.files.model.StoreModel;
import org.ssdtier.files.model.StoreSettings;
import org.ssdtier.files.store.FakeTables;
import org.ssdtier.files.store.FileStore;

/** Tests of the directory pages as a browser, headless Chromium, understands and draws them. */
@Tag("unit")
final class DirectoryPageBrowserTest {
    private static final Color PICTURE = new Color(200, 30, 90);
    private static final int PAGE_ENTRIES = 500;
    private static final Pattern LINK = Pattern.compile("<td class=\"name\"><a href=\"([^\"]*)\">");
    private static final Pattern NEXT = Pattern.compile("<a rel=\"next\" href=\"([^\"]*)\">");
    private static final String HOSTILE = "<script>document.title='run'</script>";

    @TempDir
    private Path work;

    private FileStore store;
    private FileServer server;
    private Chromium chromium;

    @BeforeEach
    void start() throws Exception {
        chromium = Chromium.needed(work);
        StoreSettings settings =
                new StoreSettings(StoreSettings.FORMAT_VERSION, StoreModel.FILE_PER_ROW, 1 << 18, 1_000);
        store = FileStore.open(settings, new FakeTables());
        server = FileServer.start(store, "127.0.0.1", 0, 32);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        store.close();
    }

    @Test
    void links_oddNames_leadToTheFiles() throws Exception {
        List<String> names = List.of("plain.txt", "two words", "100%", "a?b#c&d", "\"quoted'", "ümläut", HOSTILE);
        for (String name : names) {
            put("/odd/" + name.replace('/', '|'), name.getBytes(StandardCharsets.UTF_8));
        }

        String page = chromium.page(address("/odd/"));

        List<String> contents = links(page).map(this::content).sorted().toList();
        assertEquals(names.stream().sorted().toList(), contents);
        assertFalse(page.contains("<title>run"), page);
    }

    @Test
    void next_moreThanAPage_leadsToTheRest() throws Exception {
        int files = PAGE_ENTRIES + 3;
        for (int file = 0; file < files; file++) {
            put(String.format("/many/%04d", file), new byte[0]);
        }
        String first = chromium.page(address("/many/"));
        String next = NEXT.matcher(first)
                .results()
                .map(match -> match.group(1))
                .findFirst()
                .orElseThrow();

        String rest = chromium.page(address("/many/" + next.replace("&amp;", "&")));

        assertEquals(
                IntStream.range(0, files)
                        .mapToObj(file -> String.format("/many/%04d", file))
                        .toList(),
                Stream.concat(links(first), links(rest)).toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1_280, 500})
    void picture_ofADirectory_hasThumbnailsAndFitsTheWidth(int width) throws Exception {
        put("/photos/red.png", picture());
        put("/photos/" + "long-name-without-a-break-".repeat(9) + ".txt", new byte[100]);
        put("/photos/2026/january.png", picture());

        BufferedImage drawn = chromium.picture(address("/photos/"), width);

        assertEquals(width, drawn.getWidth());
        assertTrue(count(drawn, 0, width, PICTURE) > 400, "pixels of the thumbnail");
        assertTrue(count(drawn, 0, width, new Color(0xf0b429)) > 300, "pixels of the folder");
        int margin = 8;
        assertEquals(
                margin * drawn.getHeight(),
                count(drawn, width - margin, width, Color.WHITE),
                "white pixels at the right edge");
    }

    private void put(String path, byte[] content) throws IOException {
        StoredFiles.put(store, path, content);
    }

    private String address(String path) {
        return "http://127.0.0.1:" + server.port() + path;
    }

    private static Stream<String> links(String page) {
        return LINK.matcher(page).results().map((MatchResult match) -> match.group(1)
                .replace("&amp;", "&"));
    }

    private String content(String link) {
        try {
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(address(link))).build(),
                            HttpResponse.BodyHandlers.ofString());
            assertEquals(200, answer.statusCode(), link);
            return answer.body();
        } catch (IOException e) {
            throw new UncheckedIOException(link, e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(link, e);
        }
    }

    private static byte[] picture() throws IOException {
        BufferedImage image = new BufferedImage(64, 64, BufferedImage.TYPE_INT_RGB);
        for (int pixel = 0; pixel < 64 * 64; pixel++) {
            image.setRGB(pixel % 64, pixel / 64, PICTURE.getRGB());
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageIO.write(image, "png", bytes);
        return bytes.toByteArray();
    }

    private static int count(BufferedImage image, int fromX, int toX, Color color) {
        int found = 0;
        for (int x = fromX; x < toX; x++) {
            for (int y = 0; y < image.getHeight(); y++) {
                found += (image.getRGB(x, y) & 0xffffff) == (color.getRGB() & 0xffffff) ? 1 : 0;
            }
        }
        return found;
    }
}
