package dev.tenure.bench.life;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.bench.report.Table;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The budget of docs/queue-protocol.md: some 7 key writes a life, and no conflicts of enqueues. */
final class LifeBenchTest {
  private static final int ITEMS = 256;
  private static final int ENQUEUES = 300;
  private static final double LIFE_TOGETHER_MAX = 7.3;
  private static final double LIFE_ALONE_MAX = 17;

  private static Map<String, Double> column(Table table, String key, String column) {
    Map<String, Double> values = new TreeMap<>();
    for (int row = 0; row < table.size(); row++) {
      values.put(table.cell(row, key) + "/" + table.cell(row, "items"), table.number(row, column));
    }
    return values;
  }

  private static double of(Map<String, Double> values, String key) {
    return Objects.requireNonNull(values.get(key), key);
  }

  @Test
  void lifeOfAnItemKeepsItsBudgetOfKeys() {
    Table table = new LifeCosts(1, ITEMS).measure();
    Map<String, Double> writes = column(table, "step", "keys_written");
    double together =
        of(writes, "enqueue together, pointer awake/128")
            + of(writes, "visit/128")
            + of(writes, "completion, at most 128 together/" + (ITEMS + 1));
    assertTrue(together <= LIFE_TOGETHER_MAX, writes.toString());
    double alone =
        of(writes, "enqueue, pointer awake/1")
            + of(writes, "visit/1")
            + of(writes, "completion, at most 1 together/" + (ITEMS + 1));
    assertTrue(alone <= LIFE_ALONE_MAX, writes.toString());
    Map<String, Double> reads = column(table, "step", "keys_read");
    assertEquals(1, of(reads, "enqueue, pointer awake/1"), "E alone is read");
    assertEquals(2, of(reads, "enqueue, pointer asleep/1"), "E and S are read");
    assertTrue(of(reads, "visit/128") <= 2.1, reads.toString());
  }

  @Test
  void enqueuesAreRepeatedOnlyForCreationsAndCollections() {
    Table table = new Conflicts(1, ENQUEUES).measure();
    int rows = 0;
    for (int row = 0; row < table.size(); row++) {
      String pointer = table.cell(row, "pointer");
      double retries = table.number(row, "retries");
      assertEquals(ENQUEUES, table.number(row, "enqueues"));
      assertTrue(table.number(row, "retries_most") <= 1, pointer + ": " + retries);
      switch (pointer) {
        case "absent", "awake", "asleep" -> {
          assertEquals(0, retries, pointer);
          rows++;
        }
        case "being collected" -> {
          double events = table.number(row, "made") + table.number(row, "collected");
          assertTrue(table.number(row, "collected") > 0, "nothing was collected");
          assertTrue(retries <= events, retries + " retries, " + events + " events");
        }
        default -> assertTrue(retries > 0, "nobody collided: " + pointer);
      }
    }
    assertEquals(3, rows);
  }
}
