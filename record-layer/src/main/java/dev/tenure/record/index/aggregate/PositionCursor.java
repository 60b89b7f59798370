package dev.tenure.record.index.aggregate;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.Fingerprint;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The positions of a bitmap query. Reads the rows of all groups side by side, and combines the rows
 * of one offset at a time. The continuation is the last returned position, 8 bytes big-endian.
 */
final class PositionCursor implements RecordCursor<Long> {
  private final BitmapQuery query;
  private final long fingerprint;
  private final int size;
  private final boolean resumed;
  private final long behind;
  private final List<BitBlocks> blocks;
  private final Deque<Long> positions = new ArrayDeque<>();
  private long last;

  PositionCursor(BitmapQuery query, Continuation from, ScanOptions options) {
    this.query = query;
    this.fingerprint = Fingerprint.of("positions of " + query);
    this.size = query.groups().get(0).maintainer().rows().size();
    this.resumed = !from.isStart();
    this.behind = resumed ? position(from) : Long.MIN_VALUE;
    this.last = behind;
    boolean ended = resumed && behind == Long.MAX_VALUE;
    long begin = resumed && !ended ? behind + 1 : behind;
    this.blocks =
        ended
            ? List.of()
            : query.groups().stream()
                .map(group -> new BitBlocks(group, offset(begin), options))
                .toList();
  }

  private long position(Continuation from) {
    byte[] position = from.position(fingerprint, "positions of " + query);
    if (position.length != Long.BYTES) {
      throw new RecordLayerException(
          RecordLayerException.Code.CONTINUATION_REFUSED,
          "continuation has a position of "
              + position.length
              + " bytes, expected "
              + Long.BYTES
              + " (positions of "
              + query
              + ")");
    }
    return ByteBuffer.wrap(position).getLong();
  }

  /** The offset of the row of a position, or one before all rows. */
  private long offset(long position) {
    long offset = position - Math.floorMod(position, (long) size);
    return offset > position ? Long.MIN_VALUE : offset;
  }

  @Override
  public CompletableFuture<CursorResult<Long>> next() {
    if (!positions.isEmpty()) {
      return CompletableFuture.completedFuture(given());
    }
    if (blocks.isEmpty()) {
      return CompletableFuture.completedFuture(CursorResult.Stop.exhausted());
    }
    AtomicReference<@Nullable CursorResult<Long>> stop = new AtomicReference<>();
    return AsyncLoop.whileTrue(
            () ->
                readAll()
                    .thenApply(
                        nothing -> {
                          stop.set(step().orElse(null));
                          return stop.get() == null && positions.isEmpty();
                        }))
        .thenApply(nothing -> Optional.ofNullable(stop.get()).orElseGet(this::given));
  }

  private CursorResult<Long> given() {
    long position = positions.remove();
    return new CursorResult.Value<>(position, continuation(position));
  }

  private CompletableFuture<Void> readAll() {
    return CompletableFuture.allOf(
        blocks.stream().map(BitBlocks::read).toArray(CompletableFuture<?>[]::new));
  }

  /** Puts the next rows together, or says why there are none. */
  private Optional<CursorResult<Long>> step() {
    BitSets sets = new BitSets(blocks);
    if (!sets.mayHaveMore(query.node())) {
      return Optional.of(CursorResult.Stop.exhausted());
    }
    for (BitBlocks each : blocks) {
      if (each.isLimited()) {
        return Optional.of(new CursorResult.Stop<>(each.reason(), continuation(last)));
      }
    }
    long offset = blocks.stream().mapToLong(BitBlocks::offset).min().orElseThrow();
    collect(offset, sets.bits(query.node(), offset));
    blocks.forEach(each -> each.skip(offset));
    last = offset > Long.MAX_VALUE - size ? Long.MAX_VALUE : offset + size - 1;
    return Optional.empty();
  }

  private void collect(long offset, byte[] bits) {
    for (int bit = 0; bit < size; bit++) {
      if (BitRow.isSet(bits, bit) && (!resumed || offset + bit > behind)) {
        positions.add(offset + bit);
      }
    }
  }

  private Continuation continuation(long position) {
    return Continuation.at(fingerprint, ByteBuffer.allocate(Long.BYTES).putLong(position).array());
  }

  @Override
  public void close() {
    blocks.forEach(BitBlocks::close);
  }
}
