package dev.tenure.record.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Seeds;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A bunched map beside a {@link TreeMap}: in one transaction, over many, and over many at once. */
final class BunchedMapModelTest {
  private static final ScanOptions ALL = ScanOptions.defaults();

  private final TestDatabase test = new TestDatabase();
  private int columns;

  @AfterEach
  void close() {
    test.close();
  }

  /** A transaction that is open, what it has seen of the model, and what it changes in it. */
  private static final class Open {
    private final RecordContext context;
    private final NavigableMap<Tuple, String> seen;
    private final List<Change> changes = new ArrayList<>();

    Open(RecordContext context, NavigableMap<Tuple, String> model) {
      this.context = context;
      this.seen = new TreeMap<>(model);
    }
  }

  private record Change(Tuple key, Optional<String> value) {
    void to(NavigableMap<Tuple, String> model) {
      value.ifPresentOrElse(put -> model.put(key, put), () -> model.remove(key));
    }
  }

  private static List<String> texts(NavigableMap<Tuple, String> model) {
    return model.entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue()).toList();
  }

  private Tuple key(RandomGenerator random, int ids) {
    String token = "t" + random.nextInt(4);
    return columns < 2 && random.nextInt(30) == 0
        ? Tuple.from(token)
        : Tuple.from(token, random.nextInt(ids) - ids / 3);
  }

  private static String value(RandomGenerator random) {
    int length = random.nextInt(40) == 0 ? random.nextInt(6_000) : random.nextInt(5);
    return "v".repeat(length) + random.nextInt(3);
  }

  private void change(Maps maps, Open open, RandomGenerator random, int ids) {
    BunchedChanges batch = new BunchedChanges();
    int count = random.nextInt(4) == 0 ? 1 + random.nextInt(60) : 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      Tuple key = key(random, ids);
      Optional<String> value =
          random.nextInt(5) < 2 ? Optional.empty() : Optional.of(value(random));
      value.ifPresentOrElse(
          put -> batch.put(key.pack(), Maps.value(put)), () -> batch.remove(key.pack()));
      open.changes.add(new Change(key, value));
      new Change(key, value).to(open.seen);
    }
    open.context.join(maps.map.update(open.context, batch));
  }

  private void assertSeen(Maps maps, Open open, RandomGenerator random, int ids) {
    Tuple key = key(random, ids);
    assertEquals(
        Optional.ofNullable(open.seen.get(key)), maps.get(open.context, key.getItems().toArray()));
    boolean reverse = random.nextBoolean();
    List<String> expected = new ArrayList<>(texts(open.seen));
    if (reverse) {
      Collections.reverse(expected);
    }
    assertEquals(expected, maps.entries(open.context, ALL.withReverse(reverse)));
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 20", "3, 1, 40", "5, 0, 40", "20, 1, 200", "20, 0, 300", "20, 2, 50"})
  void mapIsAsTheModel(int entriesMax, int together, int ids) {
    RandomGenerator random = Seeds.random("BunchedMapModelTest.mapIsAsTheModel");
    columns = together;
    Maps maps = new Maps(test, BunchOptions.of(entriesMax, together));
    NavigableMap<Tuple, String> model = new TreeMap<>();
    for (int transaction = 0; transaction < 40; transaction++) {
      try (RecordContext context = test.database.openContext()) {
        Open open = new Open(context, model);
        for (int i = 0; i < 6; i++) {
          change(maps, open, random, ids);
          assertSeen(maps, open, random, ids);
        }
        context.join(context.commit());
        model = open.seen;
      }
      try (RecordContext context = test.database.openContext()) {
        BunchCheck check = maps.verified(context);
        assertEquals(List.of(), check.problems());
        assertEquals(model.size(), check.entries());
      }
    }
  }

  /**
   * Transactions are serializable: what was committed, in the order of commits, is what is there,
   * and each has seen what was there when it began, and its own changes.
   */
  @ParameterizedTest
  @CsvSource({"1, 1, 30", "3, 1, 60", "4, 0, 60", "20, 1, 400", "20, 0, 900"})
  void transactionsAtOnceAreAsIfBehindOneAnother(int entriesMax, int together, int ids) {
    RandomGenerator random =
        Seeds.random("BunchedMapModelTest.transactionsAtOnceAreAsIfBehindOneAnother");
    columns = together;
    Maps maps = new Maps(test, BunchOptions.of(entriesMax, together));
    NavigableMap<Tuple, String> model = new TreeMap<>();
    List<Open> opens = new ArrayList<>();
    int committed = 0;
    for (int step = 0; step < 600; step++) {
      if (opens.size() < 4 && random.nextInt(3) == 0) {
        RecordContext context = test.database.openContext();
        context.join(context.readVersion());
        opens.add(new Open(context, model));
      } else if (!opens.isEmpty()) {
        Open open = opens.get(random.nextInt(opens.size()));
        if (random.nextInt(3) > 0) {
          change(maps, open, random, ids);
        } else {
          committed += commits(open, model) ? 1 : 0;
          opens.remove(open);
          assertStored(maps, model);
        }
      }
    }
    opens.forEach(open -> open.context.close());
    assertTrue(committed > 20, committed + " committed");
  }

  private static boolean commits(Open open, NavigableMap<Tuple, String> model) {
    try (RecordContext context = open.context) {
      context.join(context.commit());
      open.changes.forEach(change -> change.to(model));
      return true;
    } catch (RecordLayerException e) {
      assertEquals(RecordLayerException.Code.COMMIT_CONFLICT, e.code());
      return false;
    }
  }

  private void assertStored(Maps maps, NavigableMap<Tuple, String> model) {
    try (RecordContext context = test.database.openContext()) {
      assertEquals(List.of(), maps.verified(context).problems());
      assertEquals(texts(model), maps.entries(context, ALL));
    }
  }
}
