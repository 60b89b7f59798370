package dev.tenure.bench.life;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.bench.Table;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The budget of docs/queue-protocol.md: some 7 key writes a life, and no conflicts of enqueues. */
final class LifeBenchTest {
  private static final double LIFE_TOGETHER_MAX = 7.3;
  private static final double LIFE_ALONE_MAX = 17;

  private static Map<String, Double> column(Table table, String key, String column) {
    Map<String, Double> values = new TreeMap<>();
    for (int row = 0; row < table.size(); row++) {
      values.put(table.cell(row, key) + "/" + table.cell(row, "items"), table.number(row, column));
    }
    return values;
  }

  @Test
  void lifeOfAnItemKeepsItsBudgetOfKeys() {
    Table table = new LifeCosts(1).measure();
    Map<String, Double> writes = column(table, "step", "keys_written");
    double together =
        writes.get("enqueue together, pointer awake/128")
            + writes.get("visit/128")
            + writes.get("completion, at most 128 together/1025");
    assertTrue(together <= LIFE_TOGETHER_MAX, writes.toString());
    double alone =
        writes.get("enqueue, pointer awake/1")
            + writes.get("visit/1")
            + writes.get("completion, at most 1 together/1025");
    assertTrue(alone <= LIFE_ALONE_MAX, writes.toString());
    Map<String, Double> reads = column(table, "step", "keys_read");
    assertEquals(1, reads.get("enqueue, pointer awake/1"), "E alone is read");
    assertEquals(2, reads.get("enqueue, pointer asleep/1"), "E and S are read");
    assertTrue(reads.get("visit/128") <= 2.1, reads.toString());
  }

  @Test
  void enqueuesAreRepeatedOnlyForCreationsAndCollections() {
    Table table = new Conflicts(1).measure();
    int rows = 0;
    for (int row = 0; row < table.size(); row++) {
      String pointer = table.cell(row, "pointer");
      double retries = table.number(row, "retries");
      assertEquals(1_000, table.number(row, "enqueues"));
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
