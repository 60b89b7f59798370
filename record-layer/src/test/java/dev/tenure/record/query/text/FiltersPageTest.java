package dev.tenure.record.query.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Descriptors.Descriptor;
import dev.tenure.record.key.Keys;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/filters.md shows. */
final class FiltersPageTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));
  private static final Pattern ROW =
      Pattern.compile("^\\| `([^`]+)` \\| `([^`]+)` \\|$", Pattern.MULTILINE);
  private static final Pattern FIELD =
      Pattern.compile("^  .+ ([a-z]+) = ([0-9]+);", Pattern.MULTILINE);

  /** What stands below a heading of the page. */
  private static String section(String heading) throws IOException {
    String page = Files.readString(ROOT.resolve("docs/filters.md"));
    int start = page.indexOf("\n## " + heading + "\n");
    assertTrue(start > 0, heading);
    int end = page.indexOf("\n## ", start + 1);
    return page.substring(start, end < 0 ? page.length() : end);
  }

  private static List<MatchResult> rows(String heading) throws IOException {
    List<MatchResult> rows = ROW.matcher(section(heading)).results().toList();
    assertTrue(rows.size() > 5, heading);
    return rows;
  }

  @Test
  void theQueryIsTheOneThatJavaMakes() {
    Descriptor type = TaskType.TASK;

    QueryPredicate condition = FilterText.parse("state = OPEN AND priority > $least", type);
    List<OrderColumn> order = OrderText.parse("priority desc, due", type);
    RecordQuery query =
        RecordQuery.of("Task").where(condition).orderBy(order.toArray(OrderColumn[]::new));

    assertEquals(
        RecordQuery.of("Task")
            .where(
                Predicates.and(
                    Predicates.equal(Keys.field("state"), 0),
                    Predicates.greater(Keys.field("priority"), Predicates.parameter("least"))))
            .orderBy(
                OrderColumn.descending(Keys.field("priority")),
                OrderColumn.ascending(Keys.nest("due", Keys.field("seconds"))),
                OrderColumn.ascending(Keys.nest("due", Keys.field("nanos")))),
        query);
  }

  @Test
  void theTypeIsTheOneOfTheExamples() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/filters.md"));
    List<String> fields =
        FIELD.matcher(page).results().map(match -> match.group(1) + " " + match.group(2)).toList();
    assertEquals(
        TaskType.TASK.getFields().stream()
            .map(field -> field.getName() + " " + field.getNumber())
            .toList(),
        fields);
  }

  @Test
  void examplesHaveTheirCanonicalText() throws IOException {
    for (MatchResult row : rows("Examples")) {
      QueryPredicate condition = FilterText.parse(row.group(1), TaskType.TASK);
      assertEquals(row.group(2), FilterText.print(condition, TaskType.TASK));
      assertEquals(condition, FilterText.parse(row.group(2), TaskType.TASK));
    }
  }

  @Test
  void errorsHaveTheirMessages() throws IOException {
    for (MatchResult row : rows("Errors")) {
      QueryTextException refused =
          assertThrows(
              QueryTextException.class, () -> FilterText.parse(row.group(1), TaskType.TASK));
      assertEquals(row.group(2), refused.getMessage());
    }
  }
}
