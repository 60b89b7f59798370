package dev.tenure.record.keyspace;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.async.AsyncIterator;
import com.apple.foundationdb.async.AsyncUtil;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.google.protobuf.ByteString;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Writes the rows of a page below a path, as many in one transaction as its limits allow. */
final class PathImporter {
  private final RecordContext context;
  private final KeySpacePath into;
  private final PageFormat.Page page;
  private final ImportProgress progress;
  private final ImportPlan plan;

  private PathImporter(
      RecordContext context, KeySpacePath into, PageFormat.Page page, ImportProgress progress) {
    this.context = context;
    this.into = into;
    this.page = page;
    this.progress = progress;
    this.plan = new ImportPlan(progress.rowsInPage());
  }

  static CompletableFuture<ImportProgress> importPage(
      RecordContext context,
      KeySpacePath into,
      ImportProgress progress,
      ByteString bytes,
      ImportMode mode) {
    try {
      PageFormat.Page page = PageReader.read(bytes);
      requireNext(progress, page);
      List<ImportFit.Placed> placed = new ImportFit(into).place(page);
      return new PathImporter(context, into, page, progress).run(placed, mode);
    } catch (RecordLayerException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static void requireNext(ImportProgress progress, PageFormat.Page page) {
    int rows = page.groups().stream().mapToInt(group -> group.rows().size()).sum();
    if (page.number() != progress.pages()
        || (!progress.isStart() && page.before() != progress.checksum())
        || progress.rowsInPage() > rows) {
      throw new RecordLayerException(
          RecordLayerException.Code.CONTINUATION_REFUSED,
          String.format(
              "page %d of an export, of %d rows, behind the page %#010x, does not follow %s",
              page.number(), rows, page.before(), progress));
    }
  }

  private CompletableFuture<ImportProgress> run(List<ImportFit.Placed> placed, ImportMode mode) {
    Iterator<ImportFit.Placed> groups = placed.iterator();
    return AsyncUtil.whileTrue(() -> plan(groups), context.environment().executor())
        .thenCompose(nothing -> mode == ImportMode.INTO_EMPTY ? requireEmpty() : done())
        .thenApply(
            nothing -> {
              context.expireStoreStates();
              plan.rows()
                  .forEach((key, value) -> context.set(key.toByteArray(), value.toByteArray()));
              return plan.after(progress, page);
            });
  }

  private static CompletableFuture<Void> done() {
    return CompletableFuture.completedFuture(null);
  }

  private CompletableFuture<Boolean> plan(Iterator<ImportFit.Placed> groups) {
    if (!groups.hasNext()) {
      return CompletableFuture.completedFuture(false);
    }
    ImportFit.Placed group = groups.next();
    if (!plan.wants(group)) {
      return CompletableFuture.completedFuture(true);
    }
    return group
        .path()
        .toSubspace(context)
        .thenApply(
            subspace -> {
              plan.add(group, subspace.getKey());
              return true;
            });
  }

  private CompletableFuture<Void> requireEmpty() {
    if (progress.isStart()) {
      return into.toSubspace(context)
          .thenCompose(subspace -> requireOnlyPlanned(PathKeys.range(subspace.getKey())));
    }
    CompletableFuture<Void> all = done();
    for (Range group : plan.groups()) {
      all = all.thenCombine(requireOnlyPlanned(group), (left, right) -> null);
    }
    return all;
  }

  /** Ends at the first row that is not planned, so that it reads little more than is planned. */
  private CompletableFuture<Void> requireOnlyPlanned(Range range) {
    AsyncIterator<KeyValue> rows = context.transaction().getRange(range).iterator();
    return AsyncUtil.whileTrue(
            () ->
                rows.onHasNext()
                    .thenApply(
                        has -> {
                          if (has) {
                            requirePlanned(rows.next());
                          }
                          return has;
                        }),
            context.environment().executor())
        .whenComplete((nothing, error) -> rows.cancel());
  }

  private void requirePlanned(KeyValue row) {
    if (!ByteString.copyFrom(row.getValue()).equals(plan.valueOf(row.getKey()))) {
      throw new RecordLayerException(
          RecordLayerException.Code.PATH_NOT_EMPTY,
          "import below "
              + into
              + " finds the key "
              + ByteArrayUtil.printable(row.getKey())
              + ", expected nothing but the rows it writes");
    }
  }
}
