package dev.tenure.record.index.text;

import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.Fingerprint;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanBudget;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.structure.BunchedEntry;
import dev.tenure.record.text.TextPlan;
import dev.tenure.record.text.TextPlanner;
import dev.tenure.record.text.TextQuery;
import dev.tenure.record.tuple.PackedTuples;
import dev.tenure.record.tuple.TupleRange;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads one text index in one transaction, after the updates that the transaction has begun. */
final class TextReader {
  private static final byte[] BEHIND = {(byte) 0xFF};

  private final TextIndexMaintainer maintainer;
  private final OpenIndex open;

  TextReader(TextIndexMaintainer maintainer, OpenIndex open) {
    this.maintainer = maintainer;
    this.open = open;
  }

  /** The plan of a query, as text for people. */
  String explain(TextQuery query) {
    return plan(query).toString();
  }

  private TextPlan plan(TextQuery query) {
    TextOptions options = maintainer.options();
    Optional<String> withoutPositions =
        options.omitPositions() ? Optional.of(maintainer.index().name()) : Optional.empty();
    return new TextPlanner(
            options.tokenizer(), options.version(), withoutPositions, TextQuery.TOKENS_MAX)
        .plan(query);
  }

  /** The records that a query finds. */
  RecordCursor<IndexEntry> search(TextScan scan, Continuation from, ScanOptions options) {
    if (options.skip() > 0) {
      ScanOptions below = options.withSkip(0).withRowsMax(0);
      return Cursors.page(options, from, at -> search(scan, at, below));
    }
    requireGroup(scan.group());
    TextPlan plan = plan(scan.query());
    if (from.isEnd()) {
      return Cursors.empty();
    }
    String name = describe() + ", " + plan + " in " + scan.group();
    long fingerprint = fingerprint(scan.group(), plan, options.reverse());
    Bound bound = TextCursor.from(from, fingerprint, name);
    return inTurn(() -> cursor(scan.group(), plan, fingerprint, bound, options));
  }

  private RecordCursor<IndexEntry> cursor(
      Tuple group, TextPlan plan, long fingerprint, Bound bound, ScanOptions options) {
    ScanBudget budget = options.budgetOf(open.context().environment().clock());
    TextPlace place =
        new TextPlace(
            maintainer.map(open.keys()),
            open.keys(),
            group,
            open.reader(options.isolation()),
            options.reverse(),
            budget);
    Postings postings = new PostingsMaker(place).open(plan);
    byte[] token = place.token("");
    RecordCursor<byte[]> records =
        Cursors.strict(new TextCursor(postings, budget, fingerprint, bound, options.rowsMax()));
    return records.map(record -> found(token, record));
  }

  /** The entry of a record: as of an empty token, which is left out again. */
  private IndexEntry found(byte[] token, byte[] record) {
    byte[] key = ByteArrayUtil.join(token, record);
    IndexEntry entry = entry(key, new Tuple());
    return new IndexEntry(
        entry.index(), entry.key().popBack(), entry.value(), entry.extent(), entry.primaryKey());
  }

  private IndexEntry entry(byte[] key, Tuple value) {
    return maintainer.entry(PackedTuples.unpack(key, 0), value, describe(key));
  }

  /** All entries of tokens in a range, each with its positions as its value. */
  RecordCursor<IndexEntry> entries(TupleRange range, Continuation from, ScanOptions options) {
    byte[] low = packed(range.low());
    byte[] high = packed(range.high());
    boolean fromLow = range.low() == null || range.lowInclusive();
    boolean toHigh = range.high() == null || range.highInclusive();
    byte[] begin = fromLow ? low : ByteArrayUtil.join(low, BEHIND);
    byte[] end = toHigh ? ByteArrayUtil.join(high, BEHIND) : high;
    return inTurn(
        () ->
            maintainer
                .map(open.keys())
                .scan(open.context(), begin, end, from, options)
                .map(this::entry));
  }

  private IndexEntry entry(BunchedEntry entry) {
    int[] positions = PositionList.decode(entry.value(), describe(entry.key()));
    return entry(
        entry.key(), Tuple.from(Arrays.stream(positions).asLongStream().boxed().toArray()));
  }

  private static byte[] packed(@Nullable Tuple columns) {
    return columns == null ? new byte[0] : columns.pack();
  }

  private RecordCursor<IndexEntry> inTurn(Supplier<RecordCursor<IndexEntry>> opening) {
    return open.pending().hasUpdatedStructures()
        ? Cursors.ofFuture(open.inTurn(() -> CompletableFuture.completedFuture(opening.get())))
        : opening.get();
  }

  private void requireGroup(Tuple group) {
    if (group.size() != maintainer.groupColumns()) {
      throw new IllegalArgumentException(
          "text scan of index "
              + maintainer.index().name()
              + " in the group "
              + group
              + ", expected "
              + maintainer.groupColumns()
              + " columns");
    }
  }

  private long fingerprint(Tuple group, TextPlan plan, boolean reverse) {
    return Fingerprint.of(
        open.keys().structurePrefix(),
        group.pack(),
        plan.toString().getBytes(StandardCharsets.UTF_8),
        new byte[] {(byte) (reverse ? 1 : 0)});
  }

  private String describe() {
    return "index " + maintainer.index().name() + " of store " + open.keys().store();
  }

  private String describe(byte[] key) {
    return open.keys().describe(ByteArrayUtil.join(open.keys().structurePrefix(), key));
  }
}
