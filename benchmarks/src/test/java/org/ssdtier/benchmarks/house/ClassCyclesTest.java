package org.ssdtier.benchmarks.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests of the dependencies between the top-level classes of all modules, as compiled. A nested class counts as the
 * class that contains it.
 */
@Tag("unit")
final class ClassCyclesTest {
    @Test
    void classes_ofAllModules_haveNoCycles() {
        Map<String, Set<String>> uses = uses();
        assertTrue(uses.size() > 500, "classes=" + uses.size());
        assertEquals(List.of(), new Cycles(uses).found());
    }

    @Test
    void found_cycleOfThree_isOne() {
        Map<String, Set<String>> uses =
                Map.of("A", Set.of("B"), "B", Set.of("C", "D"), "C", Set.of("A"), "D", Set.of("E"), "E", Set.of());
        assertEquals(List.of(Set.of("A", "B", "C")), new Cycles(uses).found());
    }

    /** Returns the top-level classes that each one of ours uses. */
    private static Map<String, Set<String>> uses() {
        Map<String, Set<String>> uses = new TreeMap<>();
        List<JavaClass> ours = Modules.CLASSES.stream().filter(Modules::isOurs).toList();
        ours.forEach(type -> uses.put(Modules.outermost(type).getName(), new TreeSet<>()));
        for (JavaClass type : ours) {
            String name = Modules.outermost(type).getName();
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                String used = Modules.outermost(target).getName();
                if (!used.equals(name) && uses.containsKey(used)) {
                    uses.computeIfAbsent(name, unseen -> new TreeSet<>()).add(used);
                }
            }
        }
        return uses;
    }

    /** The strongly connected components of a graph that have more than one node (Tarjan, 1972). */
    private static final class Cycles {
        private final Map<String, Set<String>> uses;
        private final Map<String, Integer> numbers = new HashMap<>();
        private final Deque<String> open = new ArrayDeque<>();
        private final List<Set<String>> found = new ArrayList<>();

        Cycles(Map<String, Set<String>> uses) {
            this.uses = uses;
        }

        List<Set<String>> found() {
            for (String name : uses.keySet()) {
                if (!numbers.containsKey(name)) {
                    visit(name);
                }
            }
            return found;
        }

        /** Numbers a node and those that it reaches. Returns the lowest number of an open node that it reaches. */
        private int visit(String name) {
            int own = numbers.size();
            int lowest = own;
            numbers.put(name, own);
            open.push(name);
            for (String used : uses.getOrDefault(name, Set.of())) {
                Integer number = numbers.get(used);
                if (number == null) {
                    lowest = Math.min(lowest, visit(used));
                } else if (open.contains(used)) {
                    lowest = Math.min(lowest, number);
                }
            }
            if (lowest == own) {
                close(name);
            }
            return lowest;
        }

        private void close(String name) {
            Set<String> component = new TreeSet<>();
            while (!component.contains(name)) {
                component.add(open.pop());
            }
            if (component.size() > 1) {
                found.add(component);
            }
        }
    }
}
