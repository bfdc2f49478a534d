package org.ssdtier.benchmarks.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Packages are installed on the machine only with {@code --install}. */
@Tag("unit")
final class InstallTest {
    private static final Pattern CALL = Pattern.compile("(?m)^(.*)\\n.*\\.installMissing\\(\\);");
    private static final Pattern CONSENT = Pattern.compile("if \\((isGiven|mayInstall)\\) \\{");

    @Test
    void packages_areInstalledOnlyWithConsent() throws IOException {
        List<String> callers = new ArrayList<>();
        List<String> unasked = new ArrayList<>();
        for (Path file : Repository.files(".java")) {
            if (!Repository.name(file).contains("src/main/java/")) {
                continue;
            }
            Matcher call = CALL.matcher(Repository.read(file));
            while (call.find()) {
                callers.add(Repository.name(file));
                if (!CONSENT.matcher(call.group(1)).find()) {
                    unasked.add(Repository.name(file));
                }
            }
        }
        assertEquals(List.of(), unasked);
        assertFalse(callers.isEmpty());
    }
}
