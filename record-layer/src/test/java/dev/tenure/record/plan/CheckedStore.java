package dev.tenure.record.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A store of some records, and the rows of plans on it: whole, and cut at every row. */
final class CheckedStore implements AutoCloseable {
  private static final int ROWS_MAX = 1_000;

  final TestDatabase test = new TestDatabase();
  private final RecordMetaData metaData;
  private final List<RecordContext> contexts = new ArrayList<>();
  private RecordStore store;

  CheckedStore(RecordMetaData metaData, List<? extends Message> records) {
    this.metaData = metaData;
    saveAll(records);
    this.store = reopened();
  }

  private CompletableFuture<RecordStore> open(RecordContext context) {
    return RecordStore.open(context, test.subspace, metaData, OpenMode.CREATE_OR_OPEN);
  }

  /** Saves records in a transaction of their own. */
  void saveAll(List<? extends Message> records) {
    test.run(
        context ->
            open(context)
                .thenCompose(
                    opened -> {
                      CompletableFuture<?> last = CompletableFuture.completedFuture(null);
                      for (Message record : records) {
                        last = last.thenCompose(saved -> opened.save(record));
                      }
                      return last;
                    }));
  }

  /** The store in another transaction, which sees what was saved since. */
  RecordStore reopened() {
    RecordContext context = test.database.openContext();
    contexts.add(context);
    store = context.join(open(context));
    return store;
  }

  RecordStore store() {
    return store;
  }

  QueryPlan plan(RecordQuery query, PlannerOptions options) {
    return store.queries().plan(query, options);
  }

  /** The primary keys of a query's rows. */
  List<Tuple> keys(RecordQuery query) {
    return keys(plan(query, PlannerOptions.defaults()), Bindings.none());
  }

  /** The primary keys of a plan's rows, the same ones however the plan is cut. */
  List<Tuple> keys(QueryPlan plan, Bindings values) {
    return rows(store, plan, values).stream().map(QueryRow::primaryKey).toList();
  }

  /** The rows of a plan, the same ones however it is cut. */
  static List<QueryRow> rows(RecordStore store, QueryPlan plan, Bindings values) {
    List<QueryRow> whole = rows(store, plan, values, ScanOptions.defaults());
    assertEquals(
        whole, rows(store, plan, values, ScanOptions.defaults().withRowsMax(1)), "row by row");
    assertEquals(
        whole,
        rows(store, plan, values, ScanOptions.defaults().withRecordsMax(1)),
        "by record limits");
    return whole;
  }

  /** All rows, over as many executions as it takes; continuations go through their bytes. */
  static List<QueryRow> rows(
      RecordStore store, QueryPlan plan, Bindings values, ScanOptions options) {
    List<QueryRow> rows = new ArrayList<>();
    Continuation from = Continuation.START;
    while (!from.isEnd()) {
      RecordCursor<QueryRow> cursor = store.queries().run(plan, values, from, options);
      RecordCursor.Page<QueryRow> page = store.context().join(cursor.asPage());
      rows.addAll(page.items());
      from = Continuation.fromBytes(page.continuation().toBytes());
      assertTrue(rows.size() <= ROWS_MAX, "too many rows");
    }
    return rows;
  }

  /** The first columns of keys. */
  static List<Long> ids(List<Tuple> keys) {
    return keys.stream().map(key -> key.getLong(0)).toList();
  }

  @Override
  public void close() {
    contexts.forEach(RecordContext::close);
    test.close();
  }
}
