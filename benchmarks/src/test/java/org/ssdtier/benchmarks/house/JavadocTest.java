package org.ssdtier.benchmarks.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every type of the product says what it is, in a noun phrase. */
@Tag("unit")
final class JavadocTest {
    /** A file's first Javadoc that is followed by a type, with annotations between. */
    private static final Pattern TYPE = Pattern.compile(
            "(?s)/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@\\w+(?:\\([^)]*\\))?\\s*)*"
                    + "(?:public |final |abstract |sealed |non-sealed |static )*(?:class|interface|record|enum|@interface) ");
    /** Words that begin a clause or a command, not a noun phrase. */
    private static final Pattern NO_NOUN = Pattern.compile(
            "(?:What|How|Which|Who|Whether|Why|Where|When|Says|Tells|Reads|Writes|Makes|Runs|Opens|Finds|Takes|Puts|Lets"
                    + "|Goes|Looks|Chooses|Decides|Gives|Keeps|Holds|Checks|Creates|Returns|Gets|Sets)\\b");

    @Test
    void types_ofTheProduct_beginWithANounPhrase() {
        List<String> others = new ArrayList<>();
        int types = 0;
        for (Path file : Repository.files(".java")) {
            if (!file.toString().contains("/src/main/")) {
                continue;
            }
            Matcher type = TYPE.matcher(Repository.read(file));
            if (type.find()) {
                types++;
                String text =
                        type.group(1).replaceAll("\\s*\\n\\s*\\*\\s?", " ").strip();
                if (NO_NOUN.matcher(text).lookingAt()) {
                    others.add(Repository.name(file) + ": " + text.substring(0, Math.min(60, text.length())));
                }
            }
        }
        assertEquals(List.of(), others);
        assertTrue(types > 500, "types=" + types);
    }
}
