package dev.tenure.record.plan.customary;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.plan.QueryPlan;
import dev.tenure.record.test.customary.Sample;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Queries on the customary fixture: their rows by a look at every record, and their plans and reads
 * by a golden file. Nothing is known of sizes, as for a new user.
 */
final class CustomaryQueriesTest {
  private static final String GOLDEN = "/plans/customary-queries.txt";

  private static List<Question> questions() {
    List<Question> questions = new ArrayList<>(Conditions.ofOneColumn());
    questions.addAll(Conditions.ofSeveralColumns());
    questions.addAll(Conditions.ofParts());
    questions.addAll(Orders.questions());
    return questions;
  }

  @Test
  void rowsPlansAndReadsAreThoseOfTheGoldenFile() throws IOException {
    StringBuilder found = new StringBuilder();
    for (Question each : questions()) {
      try (Samples samples = new Samples(each.indexes())) {
        List<Long> rows = samples.ids(each.query());
        requireRows(each, rows);
        QueryPlan plan = samples.plan(each.query());
        found.append("# ").append(each.name()).append('\n');
        found.append(plan.toString().replaceAll("\\$[0-9a-f]+", "\\$…")).append(rows.size());
        found.append(" rows").append(scanned(each, samples, plan)).append("\n\n");
      }
    }
    assertEquals(golden(), found.toString());
  }

  @Test
  void rowsAreTheSameHoweverTheQueryIsCut() {
    List<ScanOptions> cuts =
        List.of(
            ScanOptions.defaults().withRowsMax(1),
            ScanOptions.defaults().withRecordsMax(1),
            ScanOptions.defaults().withRecordsMax(3).withRowsMax(2),
            ScanOptions.defaults().withBytesMax(1),
            ScanOptions.defaults().withBytesMax(300).withRowsMax(3));
    for (Question each : questions()) {
      try (Samples samples = new Samples(each.indexes())) {
        List<Long> whole = samples.ids(each.query());
        cuts.forEach(
            cut -> assertEquals(whole, samples.ids(each.query(), cut), each.name() + " " + cut));
      }
    }
  }

  /** What a plan reads; where a limit ends it, that depends on how soon answers come. */
  private static String scanned(Question question, Samples samples, QueryPlan plan) {
    return question.query().limit() > 0
        ? " at most: " + question.query().limit()
        : ", " + samples.scanned(plan);
  }

  private static void requireRows(Question question, List<Long> rows) {
    List<Long> expected =
        Samples.all().stream()
            .filter(question.wanted())
            .sorted(question.order())
            .map(Sample::getId)
            .toList();
    int limit = question.query().limit();
    List<Long> first =
        limit == 0 ? expected : expected.subList(0, Math.min(limit, expected.size()));
    if (question.order().equals(Question.UNORDERED)) {
      assertEquals(expected.size(), rows.size(), question.name());
      assertEquals(new HashSet<>(expected), new HashSet<>(rows), question.name());
    } else if (isTotal(question)) {
      assertEquals(first, rows, question.name());
    } else {
      assertEquals(keys(question, first), keys(question, rows), question.name());
    }
  }

  /** Whether no two records are equal in the order. */
  private static boolean isTotal(Question question) {
    List<Sample> sorted = Samples.all().stream().sorted(question.order()).toList();
    for (int i = 1; i < sorted.size(); i++) {
      if (question.order().compare(sorted.get(i - 1), sorted.get(i)) == 0) {
        return false;
      }
    }
    return true;
  }

  /** The place of each row among those that differ in the order. */
  private static List<Integer> keys(Question question, List<Long> rows) {
    List<Sample> all = Samples.all();
    return rows.stream()
        .map(
            id ->
                (int)
                    all.stream()
                        .filter(each -> question.order().compare(each, all.get(id.intValue())) < 0)
                        .count())
        .toList();
  }

  private static String golden() throws IOException {
    try (InputStream file = CustomaryQueriesTest.class.getResourceAsStream(GOLDEN)) {
      return new String(
          Objects.requireNonNull(file, GOLDEN).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
