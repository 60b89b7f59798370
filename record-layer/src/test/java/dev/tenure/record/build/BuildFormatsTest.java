package dev.tenure.record.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.Seeds;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.store.BuildPlan;
import dev.tenure.record.store.BuilderHeartbeat;
import dev.tenure.record.store.RecordStore;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a build keeps in the store, byte by byte; and whatever else may lie there. */
final class BuildFormatsTest {
  private static final Set<Code> KNOWN =
      EnumSet.of(Code.DAMAGED, Code.FORMAT_UNKNOWN, Code.BUILD_REFUSED);
  private static final BuildPlan PLAN = BuildPlan.of("by-author", "notes").from("by-title");

  private final BuildStore build = new BuildStore();

  @BeforeEach
  void beginABuild() {
    build.fill(3);
    PLAN.indexes().forEach(index -> build.in(store -> store.builds().markWriteOnly(index)));
    build.in(
        store -> {
          BuilderHeartbeat beat = new BuilderHeartbeat("b", "me", Instant.ofEpochMilli(5));
          store.builds().beat(PLAN, beat);
          return store
              .builds()
              .buildSlice(PLAN, ByteString.EMPTY, ScanOptions.defaults().withRowsMax(2));
        });
    build.in(
        store ->
            store
                .save(BuildStore.note(8, "x").toBuilder().setAuthor("a").build())
                .thenCompose(
                    saved ->
                        store.save(BuildStore.note(9, "x").toBuilder().setAuthor("a").build())));
  }

  @AfterEach
  void close() {
    build.close();
  }

  private byte[] prefix(String index) {
    return build.test.subspace.pack(Tuple.from(4, BuildStore.key(index)));
  }

  private Range range(String index) {
    byte[] begin = prefix(index);
    return new Range(begin, ByteArrayUtil.join(begin, new byte[] {(byte) 0xFF}));
  }

  /** A row as its key behind (4, index key) and its value. */
  private List<String> rows(String index) {
    int from = prefix(index).length;
    return build.test.run(
        context ->
            context
                .transaction()
                .getRange(range(index))
                .asList()
                .thenApply(
                    rows ->
                        rows.stream()
                            .map(
                                row ->
                                    tuple(row.getKey(), from)
                                        + " = "
                                        + ByteArrayUtil.printable(row.getValue()))
                            .toList()));
  }

  private static Tuple tuple(byte[] key, int from) {
    return Tuple.fromBytes(key, from, key.length - from);
  }

  @Test
  void rowsAreAsTheDocumentSays() {
    List<String> rows = rows("by-author");
    assertEquals(6, rows.size(), rows.toString());
    assertEquals("(\"h\", \"b\") = \\x01\\x15\\x05\\x02me\\x00", rows.get(0));
    assertEquals("(\"p\", 0) = \\x02\\x00\\x00\\x00\\x00\\x00\\x00\\x00", rows.get(1));
    assertTrue(rows.get(2).startsWith("(\"p\", 1) = "), rows.get(2));
    assertTrue(rows.get(3).startsWith("(\"r\", b\"\\x15\\x02\\x15\\x01\") = \\x01"), rows.get(3));
    assertEquals("(\"s\") = \\x01\\x15\\x01\\x15\\x01\\x05\\x15\\x02\\x15\\x03\\x00", rows.get(4));
    assertEquals("(\"u\", \"a\") = ", rows.get(5));
  }

  private List<Function<RecordStore, CompletableFuture<?>>> operations() {
    return List.of(
        store -> store.builds().status("notes", Isolation.SNAPSHOT),
        store -> store.builds().status("by-author", Isolation.SNAPSHOT),
        store -> store.builds().buildSlice(PLAN, ByteString.EMPTY, ScanOptions.defaults()),
        store -> store.save(BuildStore.note(1, "other")),
        store -> store.builds().markReadable("by-author"),
        store ->
            store
                .builds()
                .violations("by-author", Continuation.START, ScanOptions.defaults())
                .asList());
  }

  @Test
  void anyBytesGiveAnAnswerOrATypedError() {
    RandomGenerator random = Seeds.random("BuildFormatsTest");
    int errors = 0;
    int answers = 0;
    for (int i = 0; i < 1_000; i++) {
      try (RecordContext context = build.test.database.openContext()) {
        RecordStore store = context.join(build.open(context));
        damage(context, random);
        try {
          context.join(operations().get(random.nextInt(operations().size())).apply(store));
          answers++;
        } catch (RecordLayerException e) {
          assertTrue(KNOWN.contains(e.code()), e.toString());
          errors++;
        }
      }
    }
    assertTrue(answers > 100 && errors > 100, answers + " answers, " + errors + " errors");
  }

  /** Changes a row of a build, or adds one. */
  private void damage(RecordContext context, RandomGenerator random) {
    String index = PLAN.indexes().get(random.nextInt(2));
    var rows = context.join(context.transaction().getRange(range(index)).asList());
    var row = rows.get(random.nextInt(rows.size()));
    byte[] value = row.getValue().clone();
    byte[] key = row.getKey();
    if (random.nextInt(4) == 0) {
      byte[] tail = new byte[1 + random.nextInt(3)];
      random.nextBytes(tail);
      key = ByteArrayUtil.join(key, tail);
    } else if (value.length > 0 && random.nextBoolean()) {
      value[random.nextInt(value.length)] = (byte) random.nextInt(256);
    } else {
      value = new byte[random.nextInt(20)];
      random.nextBytes(value);
      if (value.length > 0 && random.nextBoolean()) {
        value[0] = 1;
      }
    }
    context.set(key, value);
  }
}
