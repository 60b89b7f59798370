package dev.tenure.record.modify;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.build.SliceLimits;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.Fingerprint;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanBudget;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.key.RecordFacts;
import dev.tenure.record.plan.QueryPlan;
import dev.tenure.record.query.ColumnReader;
import dev.tenure.record.query.Truth;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One transaction of a change. It reads rows of the plan by snapshot, and then changes their
 * records. For each record it adds a read conflict, so that the commit fails if another transaction
 * has changed the record. All rows are read before the first record is changed: the plan must not
 * meet what this transaction writes. The fields are written by one transaction, and read after that
 * has ended.
 */
final class ChangeSlice {
  private final ChangeSettings settings;
  private final ChangePosition from;
  private final int recordsMax;
  private final Optional<ChangeRefusedException> known;
  private final List<StoredRecord> records = new ArrayList<>();
  private final List<ChangeRefusedException> refusals = new ArrayList<>();
  private Continuation next = Continuation.START;
  private long bytes;
  private long matched;
  private long changed;
  private long skipped;

  /**
   * Creates a slice.
   *
   * @param recordsMax the most records that the slice changes
   * @param known the record by which an earlier attempt failed; the slice leaves it unchanged
   */
  ChangeSlice(
      ChangeSettings settings,
      ChangePosition from,
      int recordsMax,
      Optional<ChangeRefusedException> known) {
    this.settings = settings;
    this.from = from;
    this.recordsMax = recordsMax;
    this.known = known;
  }

  /** The records of the plan that this slice is to change. */
  List<StoredRecord> records() {
    return records;
  }

  /** The records that could not be changed. */
  List<ChangeRefusedException> refusals() {
    return refusals;
  }

  /**
   * Does the slice; returns the position of the next one, which is valid once this slice is
   * committed.
   */
  CompletableFuture<ChangePosition> run(RecordContext context) {
    return RecordStore.open(context, settings.store().withMode(OpenMode.OPEN))
        .thenCompose(
            store ->
                begin(context)
                    .thenCompose(
                        at ->
                            at.isEnd()
                                ? CompletableFuture.completedFuture(at)
                                : change(store, at)));
  }

  /**
   * Reads the position under its key, if it is kept there: another run, or a commit of unknown
   * outcome, may have moved it.
   */
  private CompletableFuture<ChangePosition> begin(RecordContext context) {
    if (settings.kept().isEmpty()) {
      return CompletableFuture.completedFuture(from);
    }
    return context
        .get(settings.kept().get().array(), false)
        .thenApply(
            found ->
                found == null
                    ? from
                    : ChangePosition.fromBytes(found)
                        .require(settings.fingerprint(), settings.change()));
  }

  private CompletableFuture<ChangePosition> change(RecordStore store, ChangePosition at) {
    QueryPlan plan = QueryChanger.plan(store, settings);
    long identity = Fingerprint.of(store.metaData().version() + " " + plan);
    SliceLimits limits = settings.limits().slices();
    ScanOptions scan =
        ScanOptions.defaults()
            .withIsolation(Isolation.SNAPSHOT)
            .withRecordsMax(limits.recordsMax())
            .withBytesMax(limits.bytesMax())
            .withTimeMax(limits.timeMax());
    ScanBudget budget = scan.budgetOf(store.context().environment().clock());
    next = at.continuation(identity);
    RecordCursor<StoredRecord> rows =
        store.queries().records(plan, settings.change().bindings(), next, scan.withBudget(budget));
    return AsyncLoop.whileTrue(() -> rows.next().thenApply(row -> take(store, at, row)))
        .whenComplete((nothing, error) -> rows.close())
        .thenApply(nothing -> write(store, at, identity, budget.records()));
  }

  /** Takes a row into the slice; returns whether the slice has room for another. */
  private boolean take(RecordStore store, ChangePosition at, CursorResult<StoredRecord> row) {
    next = row.continuation();
    if (!row.hasNext()) {
      return false;
    }
    StoredRecord record = row.value();
    bytes += record.sizeBytes();
    if (!settings.isInKeyOrder() || !at.isBehind(key(store, record))) {
      records.add(record);
    }
    return records.size() < recordsMax && bytes < settings.limits().slices().bytesMax();
  }

  private static Tuple key(RecordStore store, StoredRecord record) {
    long extent = store.metaData().bound().type(record.type()).extent();
    return Tuple.from(extent).addAll(record.primaryKey());
  }

  private ChangePosition write(RecordStore store, ChangePosition at, long identity, long scanned) {
    ChangeProgress before = at.progress();
    long left = settings.change().limit() - before.changed();
    Tuple last = at.last();
    for (StoredRecord record : records) {
      if (changed == left) {
        break;
      }
      change(store, record);
      last = key(store, record);
    }
    ChangeProgress progress =
        new ChangeProgress(
            before.scanned() + scanned,
            before.matched() + matched,
            before.changed() + changed,
            before.skipped() + skipped,
            before.refused() + refusals.size(),
            last.isEmpty() ? Optional.empty() : Optional.of(last.popFront()));
    Continuation end = changed == left ? Continuation.END : next;
    ChangePosition position =
        new ChangePosition(settings.fingerprint(), identity, end, last, progress);
    settings
        .kept()
        .map(ByteBuffer::array)
        .ifPresent(key -> store.context().set(key, position.toBytes()));
    return position;
  }

  private void change(RecordStore store, StoredRecord record) {
    if (!matches(store, record, new Columns(record.message(), record.facts()))) {
      skipped++;
      return;
    }
    matched++;
    try {
      if (known.isPresent() && known.get().isOf(record)) {
        refusals.add(known.get());
      } else if (apply(store, record)) {
        changed++;
      }
    } catch (RuntimeException e) {
      if (!isOfRecord(e)) {
        throw e;
      }
      refuse(new ChangeRefusedException(record, e));
    }
  }

  private void refuse(ChangeRefusedException refusal) {
    if (!settings.skips()) {
      throw refusal;
    }
    refusals.add(refusal);
  }

  /** Applies the change to a record; returns whether the record differs from before. */
  private boolean apply(RecordStore store, StoredRecord record) {
    QueryChange change = settings.change();
    if (change.isDelete()) {
      store.fence(record.type(), record.primaryKey());
      store.delete(record);
      return true;
    }
    Message updated = updated(record);
    boolean differs = !updated.equals(record.message());
    store.fence(record.type(), record.primaryKey());
    if (differs) {
      requireLeaving(store, record, updated);
      store.replace(record, updated);
    }
    return differs;
  }

  private Message updated(StoredRecord record) {
    try {
      return settings.change().updated(record.message());
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("the update failed: " + e, e);
    }
  }

  /**
   * Refuses an update after which the record still matches, when the order is ANY: the scan could
   * meet the record again.
   */
  private void requireLeaving(RecordStore store, StoredRecord record, Message updated) {
    if (!settings.isInKeyOrder()
        && updated.getDescriptorForType().getName().equals(record.type())
        && matches(store, record, new Columns(updated, record.facts()))) {
      throw new IllegalArgumentException(
          "the record still matches the query after the update, so that a change in any order could"
              + " meet it again; use the order PRIMARY_KEY");
    }
  }

  /** The columns of a record, before or after the update, for conditions on it. */
  private record Columns(Message message, RecordFacts facts) implements ColumnReader {
    @Override
    public List<Tuple> read(KeyEvaluator column) {
      return column.evaluate(message, facts);
    }
  }

  private boolean matches(RecordStore store, StoredRecord record, ColumnReader columns) {
    return settings
        .change()
        .query()
        .condition()
        .map(each -> store.metaData().bound().predicate(each, record.type()))
        .map(each -> each.test(columns, settings.change().bindings()) == Truth.TRUE)
        .orElse(true);
  }

  /** Whether an error was caused by one record, rather than by the transaction or the store. */
  static boolean isOfRecord(Throwable error) {
    if (!(error instanceof RecordLayerException known)) {
      return error instanceof IllegalArgumentException;
    }
    return switch (known.code()) {
      case RECORD_TOO_LARGE,
          RECORD_TOO_DEEP,
          KEY_TOO_LARGE,
          VALUE_TOO_LARGE,
          KEY_NOT_COMPUTABLE,
          UNIQUENESS_VIOLATION,
          TRANSACTION_TOO_LARGE ->
          true;
      default -> false;
    };
  }
}
