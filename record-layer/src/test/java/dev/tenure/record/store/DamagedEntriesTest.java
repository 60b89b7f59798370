package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.equal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.plan.QueryPlan;
import dev.tenure.record.plan.QueryRow;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.tuple.TupleRange;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Damage of an index entry is found when it is read, whichever of its columns are asked for. */
final class DamagedEntriesTest {
  private static final RecordMetaData META_DATA =
      Stores.notes(1)
          .index("Note", Index.value("by-title", field("title")).covering(field("color")))
          .build();

  /** Behind the column: no id, no code, two ids, half a string, no UTF-8. */
  private static final List<String> TAILS = List.of("", "40", "15011502", "0261", "02ff00");

  /** Covering columns: none, two, no code, half a number, a string that is no UTF-8. */
  private static final List<String> VALUES = List.of("", "1414", "40", "16", "02c300");

  private static final byte[] GOOD_ID = {0x15, 1};
  private static final byte[] GOOD_VALUE = {0x14};

  private final Stores stores = new Stores();
  private final StoreOptions options = stores.options(META_DATA);

  @AfterEach
  void close() {
    stores.close();
  }

  @Test
  void keyThatIsNoKeyOfAnEntry() {
    for (String tail : TAILS) {
      assertFound("a key that ends in " + tail, HexFormat.of().parseHex(tail), GOOD_VALUE);
    }
  }

  @Test
  void valueThatIsNotTheCoveringColumns() {
    for (String value : VALUES) {
      assertFound("the value " + value, GOOD_ID, HexFormat.of().parseHex(value));
    }
  }

  /** Puts a row in place of the only entry, and reads it in three ways. */
  private void assertFound(String damage, byte[] behindTitle, byte[] value) {
    stores.does(options, RecordStore::deleteAll);
    stores.save(options, Stores.note(1, "ab"));
    List<IndexEntry> healthy = read(store -> Stores.entries(store, "by-title"));
    assertEquals(List.of(Tuple.from("ab")), healthy.stream().map(IndexEntry::key).toList());
    stores.does(
        options,
        store -> {
          IndexKeys keys = store.index("by-title").keys();
          store.context().clear(keys.range(TupleRange.all()));
          byte[] title = Tuple.from("ab").pack(keys.prefix());
          store.context().set(ByteArrayUtil.join(title, behindTitle), value);
        });
    RecordQuery whole = RecordQuery.of("Note").where(equal(field("title"), "ab"));
    for (Function<RecordStore, Object> reading :
        List.<Function<RecordStore, Object>>of(
            store -> Stores.entries(store, "by-title"),
            store -> rows(store, whole.select(field("id"))),
            store -> rows(store, whole.select(field("color"))),
            store -> rows(store, whole))) {
      RecordLayerException found = Stores.refused(Code.DAMAGED, () -> read(reading));
      assertTrue(String.valueOf(found.getMessage()).contains("\\x02ab\\x00"), damage);
    }
  }

  private static List<QueryRow> rows(RecordStore store, RecordQuery query) {
    QueryPlan plan = store.queries().plan(query, PlannerOptions.defaults());
    assertTrue(plan.toString().contains("by-title"), plan::toString);
    return Stores.join(
        store,
        store
            .queries()
            .run(plan, Bindings.none(), Continuation.START, ScanOptions.defaults())
            .asList());
  }

  private <T> T read(Function<RecordStore, T> reading) {
    return stores.in(options, store -> CompletableFuture.completedFuture(reading.apply(store)));
  }
}
