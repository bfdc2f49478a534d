package org.ssdtier.benchmarks.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class NodeYamlTest {
    private static final String TEXT =
            """
            # The name
            cluster_name: 'Test Cluster'   # of the cluster
            seed_provider:
              - class_name: Simple
                parameters:
                  - seeds: "127.0.0.1:7000"

            # About the tier
            # in two lines
            tier:
              size: 1GiB
              # a comment inside

              enabled: true
            last: 1
            """;

    @Test
    void value_ofTopLevelAndNestedKeys_isReadWithoutQuotesAndComments() {
        NodeYaml yaml = NodeYaml.parse(TEXT);
        assertEquals(Optional.of("Test Cluster"), yaml.value("cluster_name"));
        assertEquals(Optional.of("true"), yaml.value("tier.enabled"));
        assertEquals(Optional.empty(), yaml.value("tier.last"));
        assertEquals(Optional.empty(), yaml.value("missing.key"));
    }

    @Test
    void set_ofExistingKeys_changesOnlyTheirLines() {
        NodeYaml yaml = NodeYaml.parse(TEXT);
        yaml.set("tier.enabled", "false");
        yaml.set("last", "2");
        assertEquals(TEXT.replace("enabled: true", "enabled: false").replace("last: 1", "last: 2"), yaml.text());
    }

    @Test
    void set_ofMissingKeys_addsThemWhereTheyBelong() {
        NodeYaml yaml = NodeYaml.parse(TEXT);
        yaml.set("tier.admission", "all");
        yaml.set("other.key", "3");
        yaml.set("plain", "x");
        assertEquals(Optional.of("all"), yaml.value("tier.admission"));
        assertTrue(yaml.text().endsWith("last: 1\nother:\n  key: 3\nplain: x\n"), yaml.text());
    }

    @Test
    void set_ofTopLevelKeyWithBlock_replacesTheBlock() {
        NodeYaml yaml = NodeYaml.parse(TEXT);
        yaml.set("tier", "{}");
        assertTrue(yaml.text().endsWith("tier: {}\nlast: 1\n"), yaml.text());
    }

    @Test
    void set_ofKeyThatIsNone_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> NodeYaml.parse(TEXT).set("a.b.c", "1"));
    }

    @Test
    void remove_ofBlock_takesItsCommentsToo() {
        NodeYaml yaml = NodeYaml.parse(TEXT);
        yaml.remove("tier");
        assertFalse(yaml.has("tier"));
        assertTrue(yaml.text().endsWith("7000\"\n\nlast: 1\n"), yaml.text());
    }

    @Test
    void setSeeds_changesTheListInside() {
        NodeYaml yaml = NodeYaml.parse(TEXT);
        yaml.setSeeds("10.0.0.1:7000,10.0.0.2:7000");
        assertTrue(yaml.text().contains("      - seeds: \"10.0.0.1:7000,10.0.0.2:7000\"\n"), yaml.text());
    }

    @Test
    void copyBlock_afterRemove_bringsTheShippedBlockBack() throws IOException {
        String shipped = Files.readString(Checkout.locate().configuration().resolve("cassandra.yaml"));
        NodeYaml yaml = NodeYaml.parse(shipped);
        yaml.remove("ssd_row_cache");
        assertFalse(yaml.text().contains("ssd_row_cache"));
        yaml.copyBlock(NodeYaml.parse(shipped), "ssd_row_cache");
        assertEquals(Optional.of("second_sight"), yaml.value("ssd_row_cache.admission"));
        assertEquals(
                shipped.lines().filter(line -> !line.isEmpty()).toList(),
                yaml.text().lines().filter(line -> !line.isEmpty()).toList());
    }
}
