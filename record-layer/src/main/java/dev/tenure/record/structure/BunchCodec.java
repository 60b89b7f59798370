package dev.tenure.record.structure;

import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.limit.KeyValueLimits;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Encodes the value of a bunch. The key of its first entry is the key of the row. Each further key
 * is encoded as its difference from the previous one.
 *
 * <pre>
 *   bunch  = 01, length of the first value, the first value, entry*
 *   entry  = head, key part, [length - 7 when the head says 7 or more], value
 *   head   = 3 bits: length of the value, 7 for 7 or more; 5 bits: kind of the key part
 *   kind   = 0 to 23: the last byte is greater by kind + 1
 *            24 to 27: the last (kind - 23) bytes are replaced by as many, which follow
 *            30: a byte follows: 4 bits for the removed bytes, 4 bits for the added ones, both counts less 1; then the added bytes 31: two numbers follow, the counts of removed and of added bytes; then the added bytes
 * </pre>
 *
 * Numbers are {@link CompactInts}.
 */
final class BunchCodec {
  /** The first byte of every value. */
  static final byte FORMAT = 1;

  /** An upper bound of the bytes that the encoding adds to the value of a single entry. */
  static final int SINGLE_OVERHEAD_MAX = 6;

  private static final int VALUE_SHIFT = 5;
  private static final int VALUE_LONG = 7;
  private static final int KIND_MASK = 0x1F;
  private static final int STEPS = 24;
  private static final int REPLACED_MAX = 4;
  private static final int NIBBLES = 30;
  private static final int NUMBERS = 31;
  private static final int NIBBLE_MAX = 16;

  private final BunchPlace place;
  private final byte[] firstKey;
  private final ByteBuffer in;

  private BunchCodec(BunchPlace place, byte[] firstKey, byte[] value) {
    this.place = place;
    this.firstKey = firstKey;
    this.in = ByteBuffer.wrap(value);
  }

  /** Encodes at least one entry, in the order of keys. */
  static byte[] encode(List<BunchedEntry> entries) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(FORMAT);
    BunchedEntry first = entries.get(0);
    CompactInts.put(out, first.value().length);
    out.writeBytes(first.value());
    for (int i = 1; i < entries.size(); i++) {
      put(out, entries.get(i - 1).key(), entries.get(i));
    }
    return out.toByteArray();
  }

  private static void put(ByteArrayOutputStream out, byte[] before, BunchedEntry entry) {
    byte[] key = entry.key();
    int same = Arrays.mismatch(before, key);
    int off = before.length - same;
    int on = key.length - same;
    int step = off == 1 && on == 1 ? (key[same] & 0xFF) - (before[same] & 0xFF) : 0;
    int length = Math.min(entry.value().length, VALUE_LONG) << VALUE_SHIFT;
    if (step >= 1 && step <= STEPS) {
      out.write(length | (step - 1));
    } else {
      if (off == on && on <= REPLACED_MAX) {
        out.write(length | (STEPS + on - 1));
      } else if (off >= 1 && off <= NIBBLE_MAX && on <= NIBBLE_MAX) {
        out.write(length | NIBBLES);
        out.write((off - 1) << 4 | (on - 1));
      } else {
        out.write(length | NUMBERS);
        CompactInts.put(out, off);
        CompactInts.put(out, on);
      }
      out.write(key, same, on);
    }
    if (entry.value().length >= VALUE_LONG) {
      CompactInts.put(out, entry.value().length - VALUE_LONG);
    }
    out.writeBytes(entry.value());
  }

  /**
   * Decodes the entries of a bunch.
   *
   * @throws RecordLayerException DAMAGED or FORMAT_UNKNOWN
   */
  static List<BunchedEntry> decode(BunchPlace place, byte[] firstKey, byte[] value) {
    return new BunchCodec(place, firstKey, value).entries();
  }

  private List<BunchedEntry> entries() {
    requireFormat();
    List<BunchedEntry> entries = new ArrayList<>();
    entries.add(new BunchedEntry(firstKey, bytes(number())));
    byte[] before = firstKey;
    while (in.hasRemaining()) {
      int head = in.get() & 0xFF;
      byte[] key = key(before, head & KIND_MASK);
      if (Arrays.compareUnsigned(before, key) >= 0 || !place.together(firstKey, key)) {
        throw damaged("has a key that does not come behind the one before, in one bunch");
      }
      int length = head >>> VALUE_SHIFT;
      entries.add(
          new BunchedEntry(key, bytes(length < VALUE_LONG ? length : VALUE_LONG + number())));
      before = key;
    }
    return entries;
  }

  private void requireFormat() {
    if (!in.hasRemaining()) {
      throw damaged("has no format");
    }
    byte format = in.get();
    if (format != FORMAT) {
      throw place.error(
          RecordLayerException.Code.FORMAT_UNKNOWN,
          firstKey,
          "has the format " + (format & 0xFF) + ", expected " + FORMAT);
    }
  }

  private byte[] key(byte[] before, int kind) {
    if (kind < STEPS) {
      return stepped(before, kind + 1);
    }
    if (kind < STEPS + REPLACED_MAX) {
      return replaced(before, kind - STEPS + 1, kind - STEPS + 1);
    }
    if (kind == NIBBLES) {
      int nibbles = bytes(1)[0] & 0xFF;
      return replaced(before, (nibbles >>> 4) + 1, (nibbles & 0xF) + 1);
    }
    if (kind == NUMBERS) {
      int off = number();
      return replaced(before, off, number());
    }
    throw damaged("has a key of kind " + kind);
  }

  private byte[] stepped(byte[] before, int step) {
    int last = before.length - 1;
    if (last < 0 || (before[last] & 0xFF) + step > 0xFF) {
      throw damaged("has a key that goes " + step + " beyond the one before");
    }
    byte[] key = before.clone();
    key[last] += (byte) step;
    return key;
  }

  private byte[] replaced(byte[] before, int off, int on) {
    if (off > before.length || (long) before.length - off + on > KeyValueLimits.KEY_BYTES_MAX) {
      throw damaged(
          "has a key of " + before.length + " bytes less " + off + " and " + on + " more");
    }
    byte[] more = bytes(on);
    byte[] key = Arrays.copyOf(before, before.length - off + on);
    System.arraycopy(more, 0, key, before.length - off, on);
    return key;
  }

  private int number() {
    int number = CompactInts.get(in);
    if (number == CompactInts.NONE) {
      throw damaged("has no whole number before byte " + in.position());
    }
    return number;
  }

  private byte[] bytes(int length) {
    if (length < 0 || length > in.remaining()) {
      throw damaged("has " + in.remaining() + " bytes where " + length + " are announced");
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  private RecordLayerException damaged(String what) {
    return place.damaged(firstKey, what);
  }
}
