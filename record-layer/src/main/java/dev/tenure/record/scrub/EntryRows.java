package dev.tenure.record.scrub;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexAudit.Kind;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.tuple.PackedTuples;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Checks for each row of an index that it belongs to a record that should have it. */
record EntryRows(IndexAudit.Entries part) implements Stage {

  @Override
  public String name() {
    return "rows";
  }

  @Override
  public CompletableFuture<Looked> look(
      OpenIndex index, Optional<byte[]> from, SliceBudget budget, Findings findings) {
    Range whole = part.range(index.keys());
    return RowPlace.rest(index, whole, from)
        .thenCompose(rest -> look(index, whole, rest, budget, findings));
  }

  private CompletableFuture<Looked> look(
      OpenIndex index, Range whole, Range rest, SliceBudget budget, Findings findings) {
    return RowPage.read(index.context(), rest, budget.records(), budget.bytes())
        .thenCompose(
            page ->
                judge(index, page.rows(), findings)
                    .thenCompose(nothing -> findings.write())
                    .thenApply(
                        nothing ->
                            new Looked(0, page.rows().size(), RowPlace.behind(whole, rest, page))));
  }

  private CompletableFuture<Void> judge(OpenIndex index, List<KeyValue> rows, Findings findings) {
    List<byte[]> entries = new ArrayList<>();
    for (KeyValue row : rows) {
      try {
        entries.addAll(part.keys(index.keys(), row));
      } catch (RecordLayerException e) {
        requireDamage(e);
        undecodable(index, row.getKey(), e, findings);
      }
    }
    RowOwners owners = new RowOwners(part, index);
    return Wrong.judge(
        index.context().environment(), entries, key -> judge(index, owners, key), findings);
  }

  private static void requireDamage(RecordLayerException error) {
    if (error.code() != Code.DAMAGED && error.code() != Code.FORMAT_UNKNOWN) {
      throw error;
    }
  }

  private void undecodable(
      OpenIndex index, byte[] row, RecordLayerException why, Findings findings) {
    findings.add(
        new Wrong(
            Kind.UNDECODABLE,
            ByteString.copyFrom(row),
            Optional.empty(),
            "a row that cannot be read: " + why.getMessage(),
            Wrong.NOTHING,
            Optional.of(batch -> part.clearRow(index, row, batch))));
  }

  private CompletableFuture<Optional<Wrong>> judge(OpenIndex index, RowOwners owners, byte[] key) {
    Optional<Tuple> columns = PackedTuples.unpack(key, part.range(index.keys()).begin.length);
    if (columns.isEmpty()) {
      return wrong(index, Kind.UNDECODABLE, key, Optional.empty(), "a key that is no tuple");
    }
    IndexEntry owner;
    try {
      owner = part.owner(columns.get());
    } catch (IllegalArgumentException e) {
      return undecodable(index, key, columns.get(), e);
    } catch (RecordLayerException e) {
      requireDamage(e);
      return undecodable(index, key, columns.get(), e);
    }
    return owners
        .of(owner)
        .thenCompose(
            record ->
                record.filter(each -> each.keys().contains(key)).isPresent()
                    ? CompletableFuture.completedFuture(Optional.empty())
                    : wrong(
                        index,
                        record.filter(each -> isIn(index, each)).isPresent()
                            ? Kind.LEFT_BEHIND
                            : Kind.DANGLING,
                        key,
                        Optional.of(owner.primaryKey()),
                        "the entry " + columns.get() + ", " + describe(record)));
  }

  private static boolean isIn(OpenIndex index, RowOwners.Owner record) {
    return index.bound().typeNames().contains(record.type());
  }

  private static String describe(Optional<RowOwners.Owner> record) {
    return record
        .map(found -> "which the " + found.type() + " does not have")
        .orElse("and no such record");
  }

  private CompletableFuture<Optional<Wrong>> undecodable(
      OpenIndex index, byte[] key, Tuple columns, RuntimeException why) {
    String found = "the key " + columns + ": " + why.getMessage();
    return wrong(index, Kind.UNDECODABLE, key, Optional.empty(), found);
  }

  private CompletableFuture<Optional<Wrong>> wrong(
      OpenIndex index, Kind kind, byte[] key, Optional<Tuple> primaryKey, String found) {
    return CompletableFuture.completedFuture(
        Optional.of(
            new Wrong(
                kind,
                ByteString.copyFrom(key),
                primaryKey,
                found,
                Wrong.NOTHING,
                Optional.of(batch -> part.remove(index, key, batch)))));
  }
}
