package dev.tenure.queue.pointer;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueException;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.tuple.PackedTuples;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Nudges: entries that ask consumers to visit a zone at a time, written without a read while its
 * pointer may be asleep. The key ends in the item's id, so that two producers never write the same
 * key.
 */
final class Nudges {
  private static final byte[] FORMAT = {1};

  private static final int LOOKED_THROUGH_MAX = 1_000;

  private final Subspace space;

  Nudges(Subspace space) {
    this.space = space;
  }

  /** The decoded key of a nudge. */
  @SuppressWarnings("ArrayRecordComponent") // a key as it was read, never changed
  record Decoded(byte[] key, Instant vesting, PointerId pointer) {}

  void write(RecordContext context, PointerRef ref, Instant vesting, String itemId) {
    Tuple key =
        Tuple.from(
            ref.shard(),
            vesting.toEpochMilli(),
            ref.applicationId(),
            ref.tenant().user(),
            ref.zone(),
            itemId);
    context.set(space.pack(key), FORMAT);
  }

  /** Nudges of a shard with from ≤ vesting ≤ until, in that order; by snapshot. */
  CompletableFuture<List<Decoded>> between(
      RecordContext context, int shard, long fromMillis, long untilMillis, int max) {
    byte[] begin = space.pack(Tuple.from(shard, fromMillis));
    byte[] end =
        untilMillis == Long.MAX_VALUE
            ? space.range(Tuple.from(shard)).end
            : space.pack(Tuple.from(shard, untilMillis + 1));
    return context
        .reader(true)
        .getRange(begin, end, max)
        .asList()
        .thenApply(rows -> rows.stream().map(this::decode).toList());
  }

  /**
   * The nudges of a shard after a key, in the order of their keys, by snapshot.
   *
   * @param after the key; null for the first page
   */
  CompletableFuture<List<Decoded>> page(
      RecordContext context, int shard, byte @Nullable [] after, int max) {
    Range all = space.range(Tuple.from(shard));
    byte[] begin = after == null ? all.begin : ByteArrayUtil.keyAfter(after);
    return context
        .reader(true)
        .getRange(begin, all.end, max)
        .asList()
        .thenApply(rows -> rows.stream().map(this::decode).toList());
  }

  /**
   * The time at which the zone's first nudge vests; found only among the first 1,000 nudges of the
   * shard.
   */
  CompletableFuture<Optional<Instant>> earliest(RecordContext context, PointerRef ref) {
    PointerId id = new PointerId(ref.applicationId(), ref.tenant().user(), ref.zone());
    return between(context, ref.shard(), 0, Long.MAX_VALUE, LOOKED_THROUGH_MAX)
        .thenApply(
            rows ->
                rows.stream()
                    .filter(row -> row.pointer().equals(id))
                    .map(Decoded::vesting)
                    .findFirst());
  }

  /**
   * Clears a nudge. When the nudge was written again after the read version, the commit fails: a
   * visit at that version sees the item of the first nudge, and may not see that of the second.
   */
  void clear(RecordContext context, byte[] key) {
    context.fence(key);
    context.clear(key);
  }

  private Decoded decode(KeyValue row) {
    byte[] bytes = row.getKey();
    if (!Arrays.equals(row.getValue(), FORMAT)) {
      throw refused(QueueException.Code.FORMAT_UNKNOWN, row, "the value 01");
    }
    Tuple key =
        PackedTuples.unpack(bytes, space.getKey().length)
            .filter(Nudges::isNudge)
            .orElseThrow(
                () -> refused(QueueException.Code.CORRUPT, row, "shard, vesting, pointer, item"));
    return new Decoded(
        bytes,
        Instant.ofEpochMilli(key.getLong(1)),
        new PointerId(key.getLong(2), key.getString(3), key.getString(4)));
  }

  private static boolean isNudge(Tuple key) {
    return key.size() == 6
        && key.getItems().subList(0, 3).stream().allMatch(Long.class::isInstance)
        && key.getItems().subList(3, 6).stream().allMatch(String.class::isInstance);
  }

  private static QueueException refused(QueueException.Code code, KeyValue row, String expected) {
    return new QueueException(
        code,
        "nudge at "
            + HexFormat.of().formatHex(row.getKey())
            + " has a value of "
            + row.getValue().length
            + " bytes, expected "
            + expected);
  }
}
