package org.ssdtier.benchmarks.figures;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The place of a value in a result, written {@code RESULT#STEP/STEP/…}. A step is the name of a field, the index of an
 * element of an array, or {@code FIELD=VALUE,…}, which selects the only element of an array with these values, or
 * {@code largest:FIELD}, which is the largest number that the elements of an array have in this field, or {@code length},
 * the number of the elements; a field of an inner object is written with a dot.
 *
 * @param result name of the result
 * @param steps steps from the root of the result to the value
 */
record ResultPath(String result, List<String> steps) {
    private static final String LARGEST = "largest:";
    private static final String LENGTH = "length";

    ResultPath {
        steps = List.copyOf(steps);
    }

    /** Returns whether a word is a path. */
    static boolean isPath(String word) {
        return word.indexOf('#') > 0;
    }

    static ResultPath parse(String word) {
        int mark = word.indexOf('#');
        return new ResultPath(
                word.substring(0, mark), List.of(word.substring(mark + 1).split("/", -1)));
    }

    /**
     * Returns the value.
     *
     * @throws IOException if the result cannot be read, or has no such value; the message names the step
     */
    JsonNode in(ResultFiles results) throws IOException {
        JsonNode at = results.result(result);
        for (String step : steps) {
            at = at.isArray() ? element(at, step) : field(at, step);
        }
        return at;
    }

    private JsonNode field(JsonNode from, String name) throws IOException {
        JsonNode value = from.get(name);
        if (value == null) {
            List<String> found = new ArrayList<>();
            from.fieldNames().forEachRemaining(found::add);
            throw missing(name, "allowed are " + found);
        }
        return value;
    }

    private JsonNode element(JsonNode array, String step) throws IOException {
        if (step.equals(LENGTH)) {
            return IntNode.valueOf(array.size());
        }
        if (step.startsWith(LARGEST)) {
            return largest(array, step);
        }
        if (step.indexOf('=') < 0) {
            int index = step.matches("[0-9]+") ? Integer.parseInt(step) : array.size();
            if (index >= array.size()) {
                throw missing(step, "allowed are FIELD=VALUE, length, and indexes below " + array.size());
            }
            return array.get(index);
        }
        List<JsonNode> found = new ArrayList<>();
        for (JsonNode element : array) {
            if (matches(element, step)) {
                found.add(element);
            }
        }
        if (found.size() != 1) {
            throw missing(step, "elements=" + found.size() + ", allowed is 1");
        }
        return found.get(0);
    }

    private JsonNode largest(JsonNode array, String step) throws IOException {
        List<JsonNode> found = new ArrayList<>();
        for (JsonNode element : array) {
            found.add(inner(element, step.substring(LARGEST.length())));
        }
        return found.stream()
                .filter(JsonNode::isNumber)
                .max(Comparator.comparingDouble(JsonNode::asDouble))
                .orElseThrow(() -> missing(step, "allowed is a field that holds a number, in one element at least"));
    }

    private static JsonNode inner(JsonNode element, String names) {
        JsonNode value = element;
        for (String name : names.split("\\.", -1)) {
            value = value.path(name);
        }
        return value;
    }

    private static boolean matches(JsonNode element, String step) {
        for (String condition : step.split(",", -1)) {
            int mark = condition.indexOf('=');
            JsonNode value = inner(element, condition.substring(0, mark));
            if (!value.asText().equals(condition.substring(mark + 1))) {
                return false;
            }
        }
        return true;
    }

    private IOException missing(String step, String allowed) {
        return new IOException(
                "result=" + result + " path=" + String.join("/", steps) + " step=" + step + ": " + allowed);
    }
}
