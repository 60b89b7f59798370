package dev.tenure.examples.demo;

import dev.tenure.embedded.recovery.FileProblem;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The result for people and for programs.
 *
 * @param gaveUp the reason why the demo ended before the work was done; empty when it was done
 */
record Report(
    Verification verification,
    Optional<String> gaveUp,
    double pickupMillisP50,
    double pickupMillisP99,
    int measured) {

  /**
   * Checks before the run that the file can be written, and does not change it.
   *
   * @throws IllegalArgumentException when it cannot
   */
  static void requireWritable(Path file) {
    boolean there = Files.exists(file);
    try {
      Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND).close();
      if (!there) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--report is " + file + ", it must be a file that can be written: " + FileProblem.of(e),
          e);
    }
  }

  /** Whether the work was done and every check holds. */
  boolean passed() {
    return gaveUp.isEmpty() && verification.passed();
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
    gaveUp.ifPresent(out::println);
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
    gaveUp.ifPresent(why -> json.put("gaveUp", why));
    json.put("passed", passed());
    JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    try {
      Files.writeString(file, mapper.writeValueAsString(json) + "\n");
    } catch (IOException e) {
      throw new DemoFailure("--report " + file + " cannot be written: " + FileProblem.of(e), e);
    }
  }
}
