package dev.tenure.campaigns.history;

import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One thing a transaction did, in its program's order. */
@SuppressWarnings("ArrayRecordComponent") // keys and values, compared by the check alone
sealed interface HistoryStep {

  /**
   * A read and its result.
   */
  sealed interface Read extends HistoryStep {
    boolean snapshot();

    /**
     * The result that the read has on the view; empty when it is the recorded one.
     */
    Optional<String> otherwiseOn(View view);
  }

  /** A change of rows. */
  sealed interface Write extends HistoryStep {
    /**
     * Makes the change.
     *
     * @param stamp of the transaction; null before its commit
     */
    void applyTo(View view, @Nullable Stamp stamp);
  }

  record Get(byte[] key, boolean snapshot, Optional<byte[]> value) implements Read {
    @Override
    public Optional<String> otherwiseOn(View view) {
      Optional<byte[]> expected = view.get(key);
      boolean same = Arrays.equals(value.orElse(null), expected.orElse(null));
      return same
          ? Optional.empty()
          : Optional.of(text(key) + " was " + text(value) + ", not " + text(expected));
    }

    @Override
    public String toString() {
      return (snapshot ? "snapshot get " : "get ") + text(key) + " → " + text(value);
    }
  }

  record GetKey(KeySelector selector, boolean snapshot, byte[] found) implements Read {
    @Override
    public Optional<String> otherwiseOn(View view) {
      byte[] expected = view.resolve(selector);
      return Arrays.equals(found, expected)
          ? Optional.empty()
          : Optional.of(selector + " was " + text(found) + ", not " + text(expected));
    }

    @Override
    public String toString() {
      return (snapshot ? "snapshot key " : "key ") + selector + " → " + text(found);
    }
  }

  /**
   * A range, as far as it was read.
   *
   * @param limit the most rows asked for; zero: all
   * @param complete whether the reader learned that no more rows follow
   */
  record GetRange(
      KeySelector begin,
      KeySelector end,
      int limit,
      boolean reverse,
      boolean snapshot,
      List<KeyValue> rows,
      boolean complete)
      implements Read {
    @Override
    public Optional<String> otherwiseOn(View view) {
      NavigableMap<byte[], byte[]> all = view.range(bound(begin, view), bound(end, view));
      List<KeyValue> expected = new ArrayList<>();
      (reverse ? all.descendingMap() : all)
          .forEach((key, value) -> expected.add(new KeyValue(key, value)));
      int most = limit == 0 ? expected.size() : Math.min(limit, expected.size());
      int compared = complete ? most : Math.min(rows.size(), most);
      List<KeyValue> wanted = expected.subList(0, compared);
      return rows.equals(wanted)
          ? Optional.empty()
          : Optional.of(
              "the range from "
                  + begin
                  + " to "
                  + end
                  + " was "
                  + text(rows)
                  + ", not "
                  + text(wanted));
    }

    private static byte[] bound(KeySelector selector, View view) {
      boolean isPlainKey = !selector.orEqual() && selector.getOffset() == 1;
      return isPlainKey ? selector.getKey() : view.resolve(selector);
    }

    @Override
    public String toString() {
      return (snapshot ? "snapshot range " : "range ")
          + begin
          + " to "
          + end
          + (reverse ? " reverse" : "")
          + (limit == 0 ? "" : " limit " + limit)
          + " → "
          + text(rows)
          + (complete ? "" : " and perhaps more");
    }
  }

  record Set(byte[] key, byte[] value) implements Write {
    @Override
    public void applyTo(View view, @Nullable Stamp stamp) {
      view.set(key, value);
    }

    @Override
    public String toString() {
      return "set " + text(key) + "=" + text(value);
    }
  }

  record Clear(byte[] begin, byte[] end) implements Write {
    @Override
    public void applyTo(View view, @Nullable Stamp stamp) {
      view.clear(begin, end);
    }

    @Override
    public String toString() {
      return "clear " + text(begin) + " to " + text(end);
    }
  }

  record Atomic(MutationType type, byte[] key, byte[] operand) implements Write {
    @Override
    public void applyTo(View view, @Nullable Stamp stamp) {
      if (type == MutationType.SET_VERSIONSTAMPED_KEY) {
        if (stamp != null) {
          view.set(stamped(key, stamp), operand);
        }
      } else if (type == MutationType.SET_VERSIONSTAMPED_VALUE) {
        if (stamp != null) {
          view.set(key, stamped(operand, stamp));
        }
      } else {
        view.put(key, AtomicModel.apply(type, view.get(key), operand));
      }
    }

    /**
     * The last four bytes of the template are the offset of the stamp.
     */
    private static byte[] stamped(byte[] template, Stamp stamp) {
      int length = template.length - Integer.BYTES;
      int place = ByteBuffer.wrap(template).order(ByteOrder.LITTLE_ENDIAN).getInt(length);
      byte[] bytes = Arrays.copyOf(template, length);
      System.arraycopy(stamp.bytes(), 0, bytes, place, Stamp.BYTES);
      return bytes;
    }

    @Override
    public String toString() {
      return type + " " + text(key) + " " + text(operand);
    }
  }

  private static String text(byte[] bytes) {
    return ByteArrayUtil.printable(bytes);
  }

  private static String text(Optional<byte[]> value) {
    return value.map(HistoryStep::text).orElse("absent");
  }

  private static List<String> text(List<KeyValue> rows) {
    return rows.stream().map(row -> text(row.getKey()) + "=" + text(row.getValue())).toList();
  }
}
