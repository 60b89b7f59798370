package dev.tenure.record.format;

import static dev.tenure.record.key.Keys.collate;
import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.created;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.function;
import static dev.tenure.record.key.Keys.grouping;
import static dev.tenure.record.key.Keys.incarnation;
import static dev.tenure.record.key.Keys.keyWithValue;
import static dev.tenure.record.key.Keys.list;
import static dev.tenure.record.key.Keys.literal;
import static dev.tenure.record.key.Keys.nest;
import static dev.tenure.record.key.Keys.recordType;
import static dev.tenure.record.key.Keys.split;
import static dev.tenure.record.key.Keys.storedSize;
import static dev.tenure.record.key.Keys.updated;
import static dev.tenure.record.key.Keys.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.collation.CollationStrength;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.feed.SyncToken;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyExpressionCodec;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.key.NullRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Formats of one value: continuations, key expressions, ordered columns. */
final class BytesGoldenTest {
  private static final List<@Nullable Object> COLUMNS =
      Arrays.asList(null, -1L, 5L, "a", "a\0", 1.5, true, Tuple.from(1L, "b").getItems());

  private static final List<KeyExpression> EXPRESSIONS =
      List.of(
          field("a"),
          field("a", FanType.FAN_OUT),
          field("a", FanType.CONCATENATE),
          field("a", NullRule.NULLS_EQUAL),
          field("a", NullRule.DEFAULT_VALUE),
          nest("m", FanType.FAN_OUT, field("a")),
          concat(recordType(), version()),
          concat(incarnation(), version()),
          concat(created(), updated(), storedSize()),
          collate(field("a"), Locale.GERMANY, CollationStrength.SECONDARY),
          list(field("a"), empty()),
          split(field("a", FanType.FAN_OUT), 2),
          literal(-2),
          literal("x"),
          literal(true),
          literal(1.5),
          literal(new byte[] {0}),
          literal(null),
          function("f", 2, true, field("a")),
          grouping(concat(field("a"), field("b")), 1),
          keyWithValue(concat(field("a"), field("b")), 1));

  @Test
  void continuationsAreWrittenAsTheseBytesAndReadFromThem() {
    GoldenFile golden = new GoldenFile("continuation");
    List<Continuation> written =
        List.of(
            Continuation.START,
            Continuation.END,
            Continuation.at(0x0123456789abcdefL, new byte[] {0x15, 7}));

    List<String> lines = golden.lines();
    assertEquals(lines.subList(0, 3), written.stream().map(BytesGoldenTest::hex).toList());
    for (String line : lines) {
      Continuation read = Continuation.fromBytes(GoldenFile.bytes(line));
      assertEquals(line, hex(read));
    }
    assertEquals(
        "CONCAT(01)[UNION()[AT 1507, START, END]]",
        Continuation.fromBytes(GoldenFile.bytes(lines.get(3))).toString());
  }

  private static String hex(Continuation continuation) {
    return GoldenFile.hex(continuation.toBytes());
  }

  @Test
  void syncTokensAreReadFromTheseBytesAndWrittenAsThem() {
    List<String> lines = new GoldenFile("sync-token").lines();
    List<SyncToken> tokens =
        lines.stream().map(line -> SyncToken.fromBytes(GoldenFile.bytes(line))).toList();

    assertEquals(lines, tokens.stream().map(token -> GoldenFile.hex(token.toBytes())).toList());
    assertEquals(SyncToken.START, tokens.get(0));
    assertEquals(2, tokens.get(1).incarnation().orElseThrow());
    assertEquals(3, tokens.get(1).version().orElseThrow().getUserVersion());
    assertTrue(tokens.get(2).version().isEmpty());
  }

  @Test
  void keyExpressionsAreWrittenAsTheseBytes() {
    new GoldenFile("key-expression")
        .assertWritten(
            EXPRESSIONS.stream().map(KeyExpressionCodec::encode).map(GoldenFile::hex).toList());
  }

  @Test
  void keyExpressionsAreReadFromTheseBytes() {
    assertEquals(
        EXPRESSIONS,
        new GoldenFile("key-expression")
            .lines().stream()
                .map(line -> KeyExpressionCodec.decode(GoldenFile.bytes(line), "golden"))
                .toList());
  }

  @Test
  void orderedColumnsAreWrittenAsTheseBytes() {
    List<String> written = new ArrayList<>();
    for (KeyOrder order : KeyOrder.values()) {
      COLUMNS.forEach(column -> written.add(GoldenFile.hex(order.encode(column))));
    }
    new GoldenFile("key-order").assertWritten(written);
  }

  @Test
  void orderedColumnsAreReadFromTheseBytes() {
    Iterator<String> lines = new GoldenFile("key-order").lines().iterator();
    for (KeyOrder order : KeyOrder.values()) {
      for (Object column : COLUMNS) {
        String line = lines.next();
        assertEquals(column, order.decode(GoldenFile.bytes(line)), line);
      }
    }
  }
}
