package dev.tenure.queue.move;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.google.protobuf.ByteString;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.cluster.MoveSource;
import dev.tenure.queue.cluster.MoveTarget;
import dev.tenure.queue.proto.MoveCopy;
import dev.tenure.record.store.move.ChangeLog;
import dev.tenure.record.store.move.MoveRanges;
import dev.tenure.record.store.move.MoveRows;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Copies a store that is in use, and compares the copy:
 *
 * <pre>
 * copy      rows of the source, chunk by chunk, each chunk at another version
 * catch up  for each logged change, the keys as they are now
 * verify    chunk by chunk: source and target are equal but for keys in the unread end of the log,
 *           which is read at the version of the chunk
 * </pre>
 */
final class Copying {
  /** The most rows of the log that are read at once: commits of the tenant. */
  static final int LOG_ROWS = 1_000;

  /** The source is closed when so few changes were left; the end is then short. */
  private static final int FEW_CHANGES = 16;

  /** How often the log is read to its end before the source is closed in any case. */
  private static final int ENDS_MAX = 5;

  /** How many parts of the log are read before the source is closed in any case. */
  private static final int PARTS_MAX = 50;

  private final MoveContext work;
  private int parts;
  private int ends;

  Copying(MoveContext work) {
    this.work = work;
  }

  /** One step before the source is closed; false when it can be closed. */
  CompletableFuture<Boolean> step() {
    MoveCopy copy = work.copy();
    if (!copy.getCopied()) {
      return copyChunk(copy).thenApply(done -> true);
    }
    if (!copy.getVerified()) {
      return verifyChunk(copy).thenApply(done -> true);
    }
    return work.source()
        .log(work.logRead(), LOG_ROWS)
        .thenCompose(page -> catchUp(page).thenApply(done -> !mayClose(page)));
  }

  /**
   * The end of the log is reached, with little left; or writers are faster than this mover, and
   * only closing the source brings it to the end.
   */
  private boolean mayClose(ChangeLog.Page page) {
    parts++;
    ends += page.more() ? 0 : 1;
    boolean few = !page.more() && page.changed().size() <= FEW_CHANGES;
    if (few || ends >= ENDS_MAX || parts >= PARTS_MAX) {
      parts = 0;
      ends = 0;
      return true;
    }
    return false;
  }

  private CompletableFuture<Void> copyChunk(MoveCopy copy) {
    Instant began = work.now();
    return work.source()
        .rows(copy.getCopyFrom(), work.options.chunkBytes())
        .thenCompose(
            rows ->
                work.save(copied(copy, rows), restMax(rows.bytes()), List.of(), rows.rows())
                    .thenCompose(done -> rest(rows.bytes(), began)));
  }

  private Duration restMax(long bytes) {
    return work.options.pace().waitAfter(bytes, Duration.ZERO);
  }

  private CompletableFuture<Void> rest(long bytes, Instant began) {
    Duration took = Duration.between(began, work.now());
    return work.delay(
        work.options.pace().waitAfter(bytes, took.isNegative() ? Duration.ZERO : took));
  }

  /** At the end of the first copy, its size is known. */
  private static MoveCopy.Builder copied(MoveCopy copy, MoveRows rows) {
    long bytes = copy.getBytes() + rows.bytes();
    boolean isLast = rows.next().isEmpty();
    return copy.toBuilder()
        .setRows(copy.getRows() + rows.rows().size())
        .setBytes(bytes)
        .setBytesInAll(isLast ? bytes : copy.getBytesInAll())
        .setCopied(isLast)
        .setCopyFrom(rows.next().orElse(ByteString.EMPTY));
  }

  /** Copies the keys of a part of the log as they are now. */
  CompletableFuture<Void> catchUp(ChangeLog.Page page) {
    return page.last().isEmpty()
        ? CompletableFuture.completedFuture(null)
        : copyRanges(MoveRanges.merged(page.changed()), page.last().get());
  }

  /** In several transactions, of which the last one notes that the part was read. */
  private CompletableFuture<Void> copyRanges(List<Range> ranges, ByteString last) {
    if (ranges.isEmpty()) {
      return work.save(work.copy().toBuilder().setLogRead(last), List.of(), List.of());
    }
    return work.source()
        .rowsIn(ranges, work.options.chunkBytes())
        .thenCompose(
            part -> {
              MoveCopy copy = work.copy();
              MoveCopy.Builder after =
                  copy.toBuilder().setBytesAgain(copy.getBytesAgain() + bytes(part.rows()));
              if (part.rest().isEmpty()) {
                after.setLogRead(last);
              }
              return work.save(after, part.read(), part.rows())
                  .thenCompose(
                      saved ->
                          part.rest().isEmpty()
                              ? CompletableFuture.completedFuture(null)
                              : copyRanges(part.rest(), last));
            });
  }

  private static long bytes(List<KeyValue> rows) {
    return rows.stream().mapToLong(row -> row.getKey().length + row.getValue().length).sum();
  }

  private CompletableFuture<Void> verifyChunk(MoveCopy copy) {
    Instant began = work.now();
    return work.source()
        .look(copy.getVerifyFrom(), work.options.chunkBytes(), work.logRead(), LOG_ROWS)
        .thenCompose(
            look ->
                look.log().more()
                    ? catchUp(look.log())
                    : verify(copy, look).thenCompose(done -> rest(look.rows().bytes(), began)));
  }

  private CompletableFuture<Void> verify(MoveCopy copy, MoveSource.Look look) {
    MoveRows rows = look.rows();
    return work.target()
        .rows(copy.getVerifyFrom(), rows.next())
        .thenCompose(
            found -> {
              requireEqual(rows.rows(), found, look.log().changed());
              return work.save(
                  copy.toBuilder()
                      .setVerifiedRows(copy.getVerifiedRows() + rows.rows().size())
                      .setVerifiedBytes(copy.getVerifiedBytes() + rows.bytes())
                      .setVerified(rows.next().isEmpty())
                      .setVerifyFrom(rows.next().orElse(ByteString.EMPTY)),
                  restMax(rows.bytes()),
                  List.of(),
                  List.of());
            });
  }

  /**
   * Copies the whole rest of a source, and compares it.
   *
   * @param rest reads it; empty when nothing is to be copied
   * @param committing called before the commit of the copy is sent
   * @return what was copied
   */
  CompletableFuture<Optional<MoveSource.Rest>> finish(
      Supplier<CompletableFuture<Optional<MoveSource.Rest>>> rest, Runnable committing) {
    return work.finish(rest, this::withRest, committing)
        .thenApply(
            finished -> {
              finished.ifPresent(
                  end -> requireEqual(end.rest().rows().rows(), end.rows(), List.of()));
              return finished.map(MoveTarget.Finished::rest);
            });
  }

  private MoveCopy.Builder withRest(MoveSource.Rest rest) {
    MoveCopy.Builder after = work.copy().toBuilder();
    after.setBytesAgain(after.getBytesAgain() + bytes(rest.rows().rows()));
    rest.log().last().ifPresent(after::setLogRead);
    return after;
  }

  /** Compares what was changed in a part of the log, of a source that is closed. */
  CompletableFuture<Void> verifyChanged(ChangeLog.Page page) {
    return page.changed().isEmpty()
        ? CompletableFuture.completedFuture(null)
        : verifyRanges(MoveRanges.merged(page.changed()));
  }

  private CompletableFuture<Void> verifyRanges(List<Range> ranges) {
    return work.source()
        .rowsIn(ranges, work.options.chunkBytes())
        .thenCompose(
            part ->
                work.target()
                    .rowsIn(part.read())
                    .thenCompose(
                        found -> {
                          requireEqual(part.rows(), found, List.of());
                          return part.rest().isEmpty()
                              ? CompletableFuture.completedFuture(null)
                              : verifyRanges(part.rest());
                        }));
  }

  private void requireEqual(List<KeyValue> source, List<KeyValue> target, List<Range> but) {
    SortedMap<byte[], byte[]> left = new TreeMap<>(Arrays::compareUnsigned);
    source.forEach(row -> left.put(row.getKey(), row.getValue()));
    for (KeyValue row : target) {
      byte[] expected = left.remove(row.getKey());
      if (!Arrays.equals(expected, row.getValue())) {
        requireChanged(row.getKey(), expected == null ? "is not in the source" : "differs", but);
      }
    }
    left.keySet().forEach(key -> requireChanged(key, "is not in the copy", but));
  }

  private void requireChanged(byte[] key, String what, List<Range> changed) {
    if (!MoveRanges.contain(changed, key)) {
      throw new QueueException(
          Code.MOVE_NOT_VERIFIED,
          "the copy of tenant "
              + work.move().tenant()
              + " on cluster "
              + work.move().target()
              + " is wrong: key "
              + ByteArrayUtil.printable(key)
              + " of the store "
              + what);
    }
  }
}
