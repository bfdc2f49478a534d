package org.ssdtier.node.monitoring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.yaml.snakeyaml.Yaml;

/** The rules of {@code jmx-exporter.yml}, applied to the beans of this JVM as the exporter's agent does. */
final class ExporterRules {
    private record Rule(Pattern pattern, String name) {}

    private final List<String> included;
    private final List<String> excluded;
    private final boolean isLowerCase;
    private final List<Rule> rules = new ArrayList<>();

    @SuppressWarnings("unchecked") // the file's own structure; another one fails the test
    private ExporterRules(Map<String, Object> file) {
        included = (List<String>) file.get("includeObjectNames");
        excluded = (List<String>) file.get("excludeObjectNames");
        isLowerCase = (Boolean) file.get("lowercaseOutputName");
        for (Map<String, Object> rule : (List<Map<String, Object>>) file.get("rules")) {
            rules.add(new Rule(
                    Pattern.compile("^.*(?:" + rule.get("pattern") + ").*$"), String.valueOf(rule.get("name"))));
        }
    }

    static ExporterRules read(Path file) throws IOException {
        return new ExporterRules(new Yaml().load(Files.readString(file)));
    }

    /** Returns the names of the metrics that the first matching rules make of a server's numbers. */
    Set<String> metrics(MBeanServer server) throws JMException {
        Set<ObjectName> beans = new TreeSet<>();
        for (String name : included) {
            beans.addAll(server.queryNames(new ObjectName(name), null));
        }
        for (String name : excluded) {
            beans.removeAll(server.queryNames(new ObjectName(name), null));
        }
        Set<String> metrics = new TreeSet<>();
        for (ObjectName bean : beans) {
            for (MBeanAttributeInfo attribute : server.getMBeanInfo(bean).getAttributes()) {
                if (server.getAttribute(bean, attribute.getName()) instanceof Number) {
                    addMetric(bean, attribute.getName(), metrics);
                }
            }
        }
        return metrics;
    }

    private void addMetric(ObjectName bean, String attribute, Set<String> metrics) {
        String keys = bean.getKeyPropertyListString().replace(",", ", ");
        String text = bean.getDomain() + "<" + keys + "><>" + attribute + ": 0";
        for (Rule rule : rules) {
            Matcher matcher = rule.pattern.matcher(text);
            if (matcher.matches()) {
                String name = matcher.replaceFirst(rule.name);
                metrics.add(isLowerCase ? name.toLowerCase(Locale.ROOT) : name);
                return;
            }
        }
    }

    /** Returns how many rules there are. */
    int size() {
        return rules.size();
    }
}
