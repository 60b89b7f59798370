package dev.tenure.embedded.transaction;

import static dev.tenure.embedded.ManualEngine.bytes;
import static dev.tenure.embedded.ManualEngine.text;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Transaction;
import dev.tenure.embedded.ManualEngine;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads that see no own writes see no system keys either, even those a selector runs into. */
class DirectReadTest {
  private final ManualEngine engine = ManualEngine.memory();

  @BeforeEach
  void fill() {
    engine.write(
        tr -> {
          tr.options().setAccessSystemKeys();
          tr.set(bytes("a"), bytes("1"));
          tr.set(bytes("b"), bytes("2"));
          tr.set(bytes("\u00ff/one"), bytes("system"));
          tr.set(bytes("\u00ff/two"), bytes("system"));
        });
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private Transaction direct() {
    Transaction transaction = engine.begin();
    transaction.options().setReadYourWritesDisable();
    return transaction;
  }

  private static List<String> keys(List<KeyValue> rows) {
    return rows.stream().map(row -> String.valueOf(text(row.getKey()))).toList();
  }

  @Test
  void rangeThatRunsIntoSystemKeysEndsBeforeThem() {
    KeySelector begin = KeySelector.firstGreaterOrEqual(bytes("a"));
    KeySelector end = KeySelector.firstGreaterOrEqual(bytes("b")).add(2);
    try (Transaction transaction = direct()) {
      assertEquals(
          List.of("a", "b"), keys(engine.now(transaction.getRange(begin, end, 0, false).asList())));
      assertEquals(
          List.of("b", "a"), keys(engine.now(transaction.getRange(begin, end, 0, true).asList())));
      assertEquals(
          List.of("b"), keys(engine.now(transaction.getRange(begin, end, 1, true).asList())));
    }
  }

  @Test
  void keyThatRunsIntoSystemKeysIsTheirBorder() {
    KeySelector selector = KeySelector.firstGreaterThan(bytes("b"));
    try (Transaction transaction = direct()) {
      assertEquals("\u00ff", text(engine.now(transaction.getKey(selector))));
    }
    try (Transaction transaction = direct()) {
      transaction.options().setReadSystemKeys();
      assertEquals("\u00ff/one", text(engine.now(transaction.getKey(selector))));
    }
  }

  @Test
  void ownWritesAreCommittedInTheirOrderButNotSeen() {
    engine.write(
        tr -> {
          tr.options().setReadYourWritesDisable();
          tr.set(bytes("k"), bytes("first"));
          tr.clear(bytes("j"), bytes("l"));
          tr.set(bytes("k"), bytes("second"));
          tr.clear(bytes("a"));
          assertEquals(null, engine.now(tr.get(bytes("k"))));
        });
    assertEquals("second", engine.read("k"));
    assertEquals(null, engine.read("a"));
  }
}
