package dev.tenure.examples.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The result for people and for programs. */
record Report(
    Verification verification, double pickupMillisP50, double pickupMillisP99, int measured) {

  /** Whether every check holds. */
  boolean passed() {
    return verification.passed();
  }

  void print(PrintStream out) {
    out.println();
    for (Verification.Check check : verification.checks()) {
      out.printf(
          Locale.ROOT,
          "  %-36s %-24s %s%n",
          check.name(),
          check.found(),
          check.holds() ? "ok" : "FAILED");
    }
    out.printf(
        Locale.ROOT,
        "  %-36s p50 %.2f ms, p99 %.2f ms (%,d items without delay)%n",
        "pick-up latency",
        pickupMillisP50,
        pickupMillisP99,
        measured);
    out.println();
    out.println(passed() ? "All checks hold." : "NOT all checks hold.");
  }

  /**
   * Writes the result as one JSON object.
   *
   * @throws DemoFailure when the file cannot be written
   */
  void write(Path file) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("tenants", verification.tenants());
    json.put("notesSaved", verification.notesSaved());
    json.put("itemsEnqueued", verification.itemsEnqueued());
    json.put("itemsCompleted", verification.itemsCompleted());
    json.put("wordsCounted", verification.wordsCounted());
    json.put("wordsExpected", verification.wordsExpected());
    json.put("abortedLeftovers", verification.abortedLeftovers());
    json.put("zonesLeft", verification.zonesLeft());
    json.put("pointersLeft", verification.pointersLeft());
    json.put("pickupMillisP50", pickupMillisP50);
    json.put("pickupMillisP99", pickupMillisP99);
    json.put("passed", passed());
    JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    try {
      Files.writeString(file, mapper.writeValueAsString(json) + "\n");
    } catch (IOException e) {
      throw new DemoFailure("--report " + file + " cannot be written: " + e, e);
    }
  }
}
