package dev.tenure.record.store.move;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.async.AsyncIterator;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.context.WrittenKeys;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.proto.LoggedChanges;
import dev.tenure.record.proto.LoggedRange;
import dev.tenure.record.store.row.StoreKeys;
import dev.tenure.record.tuple.StampedBytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The log of a store that logs its changes ({@link MovedStore#logChanges}). Each transaction that
 * changes the store appends which keys it has written, not what: a mover copies these keys again.
 * Appends are blind and conflict with nothing. All keys here are relative to the store.
 */
public final class ChangeLog {
  /** A row of the log ends with the key that reaches this size; a key has at most 10,000 bytes. */
  private static final int ROW_BYTES = 40_000;

  /** A page ends with the row that reaches this size. */
  private static final int PAGE_BYTES_MAX = 400_000;

  /** The most bytes of keys that a transaction logs one by one; of more it logs ranges. */
  private static final int KEY_BYTES_MAX = 50_000;

  private static final byte VERSIONSTAMP = 0x33;
  private static final int STAMP_BYTES = 10;

  private ChangeLog() {}

  /**
   * A part of the log.
   *
   * @param changed the ranges of keys that were written; they may overlap
   * @param last the place to read on behind; empty when nothing was read
   * @param more whether the log may go on
   */
  public record Page(List<Range> changed, Optional<ByteString> last, boolean more) {}

  /**
   * Appends the keys of the store that the transaction has written; nothing when there are none. Of
   * a transaction that has written many keys, ranges that hold them are logged, so that the log
   * adds 50,000 bytes of keys at most, and each key twice at most.
   */
  public static void append(RecordContext context, StoreKeys keys) {
    WrittenKeys written = context.written();
    Rows rows = new Rows(context, keys);
    for (Range content : keys.content()) {
      List<byte[]> plain = written.keysIn(content);
      List<byte[]> stamped = written.stampedIn(content);
      if (CoarseRanges.bytes(plain) + CoarseRanges.bytes(stamped) <= KEY_BYTES_MAX) {
        plain.forEach(rows::key);
        stamped.forEach(rows::stamped);
      } else {
        CoarseRanges.of(plain, stamped, KEY_BYTES_MAX / 2).forEach(rows::range);
      }
      List<Range> cleared =
          written.rangesIn(content).stream().map(range -> clipped(range, content)).toList();
      CoarseRanges.joined(cleared, KEY_BYTES_MAX / 2).forEach(rows::range);
    }
    rows.end();
  }

  private static Range clipped(Range range, Range bounds) {
    boolean early = Arrays.compareUnsigned(range.begin, bounds.begin) < 0;
    boolean late = Arrays.compareUnsigned(range.end, bounds.end) > 0;
    return new Range(early ? bounds.begin : range.begin, late ? bounds.end : range.end);
  }

  /**
   * Reads a part of the log serializably, of transactions that this one sees.
   *
   * @param after the last place of the part before; empty to begin
   * @param rowsMax the most rows; a part ends earlier when its rows have 400,000 bytes
   */
  public static CompletableFuture<Page> read(
      RecordContext context, Subspace store, Optional<ByteString> after, int rowsMax) {
    StoreKeys keys = new StoreKeys(store);
    byte[] log = keys.logPrefix();
    byte[] begin =
        after
            .map(last -> ByteArrayUtil.keyAfter(ByteArrayUtil.join(log, last.toByteArray())))
            .orElse(ByteArrayUtil.join(log, new byte[] {VERSIONSTAMP}));
    List<KeyValue> rows = new ArrayList<>();
    long[] bytes = {0};
    AsyncIterator<KeyValue> found =
        context.transaction().getRange(new Range(begin, StoreKeys.behind(log)), rowsMax).iterator();
    return AsyncLoop.whileTrue(
            () ->
                found
                    .onHasNext()
                    .thenApply(
                        has -> {
                          if (has) {
                            rows.add(found.next());
                            bytes[0] += rows.get(rows.size() - 1).getValue().length;
                          }
                          return has && bytes[0] < PAGE_BYTES_MAX;
                        }))
        .whenComplete((done, error) -> found.cancel())
        .thenApply(
            done ->
                page(rows, keys, log.length, rows.size() == rowsMax || bytes[0] >= PAGE_BYTES_MAX));
  }

  /** Clears the whole log. */
  public static void clear(RecordContext context, Subspace store) {
    byte[] log = new StoreKeys(store).logPrefix();
    context.clear(new Range(log, StoreKeys.behind(log)));
  }

  private static Page page(List<KeyValue> rows, StoreKeys keys, int logLength, boolean more) {
    List<Range> changed = new ArrayList<>();
    ByteString last = null;
    for (KeyValue row : rows) {
      byte[] key = row.getKey();
      int stamp = logLength + 1;
      if (key.length < stamp + STAMP_BYTES) {
        throw keys.damaged(key, "log of changes", "a versionstamp");
      }
      add(changed, parse(row, keys), Arrays.copyOfRange(key, stamp, stamp + STAMP_BYTES));
      last = ByteString.copyFrom(key, logLength, key.length - logLength);
    }
    return new Page(changed, Optional.ofNullable(last), more);
  }

  private static LoggedChanges parse(KeyValue row, StoreKeys keys) {
    try {
      return LoggedChanges.parseFrom(row.getValue());
    } catch (InvalidProtocolBufferException e) {
      throw new RecordLayerException(
          RecordLayerException.Code.DAMAGED,
          "log of changes: " + e.getMessage() + " (" + keys.describe(row.getKey()) + ")",
          e);
    }
  }

  private static void add(List<Range> changed, LoggedChanges row, byte[] stamp) {
    row.getKeysList().forEach(key -> changed.add(only(key.toByteArray())));
    row.getRangesList()
        .forEach(
            range ->
                changed.add(
                    new Range(range.getBegin().toByteArray(), range.getEnd().toByteArray())));
    for (ByteString each : row.getStampedList()) {
      int end = each.size() - Integer.BYTES;
      int at =
          ByteBuffer.wrap(each.toByteArray(), end, Integer.BYTES)
              .order(ByteOrder.LITTLE_ENDIAN)
              .getInt();
      byte[] key = each.substring(0, end).toByteArray();
      System.arraycopy(stamp, 0, key, at, STAMP_BYTES);
      changed.add(only(key));
    }
  }

  private static Range only(byte[] key) {
    return new Range(key, ByteArrayUtil.keyAfter(key));
  }

  /** Writes rows of bounded size. */
  private static final class Rows {
    private final RecordContext context;
    private final StoreKeys keys;
    private LoggedChanges.Builder row = LoggedChanges.newBuilder();
    private int bytes;

    Rows(RecordContext context, StoreKeys keys) {
      this.context = context;
      this.keys = keys;
    }

    void key(byte[] key) {
      row.addKeys(ByteString.copyFrom(keys.relative(key)));
      added(key.length);
    }

    void range(Range range) {
      Range relative = keys.relative(range);
      row.addRanges(
          LoggedRange.newBuilder()
              .setBegin(ByteString.copyFrom(relative.begin))
              .setEnd(ByteString.copyFrom(relative.end)));
      added(range.begin.length + range.end.length);
    }

    void stamped(byte[] operand) {
      int end = operand.length - Integer.BYTES;
      int at = ByteBuffer.wrap(operand, end, Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).getInt();
      byte[] key = Arrays.copyOf(operand, end);
      byte[] relative = keys.relative(key);
      row.addStamped(
          ByteString.copyFrom(StampedBytes.operand(relative, at - (key.length - relative.length))));
      added(operand.length);
    }

    private void added(int more) {
      bytes += more;
      if (bytes >= ROW_BYTES) {
        end();
      }
    }

    void end() {
      if (bytes == 0) {
        return;
      }
      byte[] prefix = keys.logPrefix();
      int number = context.nextLocalVersion();
      byte[] key =
          ByteBuffer.allocate(prefix.length + 1 + STAMP_BYTES + Short.BYTES)
              .put(prefix)
              .put(VERSIONSTAMP)
              .put(new byte[STAMP_BYTES])
              .putShort((short) number)
              .array();
      context.mutate(
          MutationType.SET_VERSIONSTAMPED_KEY,
          StampedBytes.operand(key, prefix.length + 1),
          row.build().toByteArray());
      row = LoggedChanges.newBuilder();
      bytes = 0;
    }
  }
}
