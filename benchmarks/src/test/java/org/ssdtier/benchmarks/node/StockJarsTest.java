package org.ssdtier.benchmarks.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * A test of the jars of a stock node: each has the version that Cassandra declares. The build could change one where
 * {@code pom.xml} at the root manages another version.
 */
@Tag("unit")
final class StockJarsTest {
    @Test
    void stockJars_haveTheVersionsThatCassandraDeclares() throws Exception {
        Checkout checkout = Checkout.locate();
        Map<String, String> declared = declared(checkout.scripts().resolve("target/cassandra-parent.pom"));
        List<String> compared = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (Path jar : checkout.stockJars()) {
            String name = jar.getFileName().toString();
            String version = declared.entrySet().stream()
                    .filter(entry -> name.matches("\\Q" + entry.getKey() + "\\E-[0-9].*\\.jar"))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse("");
            if (!version.isEmpty() && !version.startsWith("$")) {
                compared.add(name);
                if (!name.contains("-" + version)) {
                    wrong.add(name + ": declared " + version);
                }
            }
        }
        assertEquals(List.of(), wrong);
        assertTrue(compared.size() > 50, compared.toString());
        assertTrue(compared.stream().anyMatch(name -> name.startsWith("HdrHistogram-")), compared.toString());
    }

    /** Returns the managed versions of a Maven file by artifact. */
    private static Map<String, String> declared(Path pom) throws Exception {
        NodeList managed = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(pom.toFile())
                .getElementsByTagName("dependency");
        Map<String, String> versions = new TreeMap<>();
        for (int i = 0; i < managed.getLength(); i++) {
            Element dependency = (Element) managed.item(i);
            NodeList version = dependency.getElementsByTagName("version");
            if (version.getLength() == 1) {
                String artifact =
                        dependency.getElementsByTagName("artifactId").item(0).getTextContent();
                versions.put(artifact, version.item(0).getTextContent());
            }
        }
        versions.remove("cassandra-all"); // its entry names a release of long ago
        return versions;
    }
}
