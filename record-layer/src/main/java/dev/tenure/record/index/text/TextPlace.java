package dev.tenure.record.index.text;

import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.ScanBudget;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.structure.BunchReads;
import dev.tenure.record.structure.BunchedMap;
import java.util.Arrays;

/** The group of an index that all postings of one scan read. */
final class TextPlace {
  private static final byte[] BEHIND = {(byte) 0xFF};

  private final BunchedMap map;
  private final IndexKeys keys;
  private final Tuple group;
  private final ReadTransaction reader;
  private final boolean reverse;
  private final ScanBudget budget;

  TextPlace(
      BunchedMap map,
      IndexKeys keys,
      Tuple group,
      ReadTransaction reader,
      boolean reverse,
      ScanBudget budget) {
    this.map = map;
    this.keys = keys;
    this.group = group;
    this.reader = reader;
    this.reverse = reverse;
    this.budget = budget;
  }

  boolean isReverse() {
    return reverse;
  }

  ScanBudget budget() {
    return budget;
  }

  /** The prefix of the keys of a token's entries. */
  byte[] token(String token) {
    return group.add(token).pack();
  }

  /**
   * The prefix of the keys of all tokens with this prefix: an encoded string without its end byte.
   */
  byte[] begin(String begin) {
    byte[] whole = token(begin);
    return Arrays.copyOf(whole, whole.length - 1);
  }

  int groupColumns() {
    return group.size();
  }

  /** The end of the range of keys that consist of these bytes and further columns. */
  static byte[] behindAll(byte[] begin) {
    return ByteArrayUtil.join(begin, BEHIND);
  }

  BunchReads read(byte[] begin, byte[] end, boolean backwards) {
    return map.read(reader, begin, end, backwards);
  }

  /** The store and the key as text, for errors. */
  String describe(byte[] key) {
    return keys.describe(ByteArrayUtil.join(keys.structurePrefix(), key));
  }
}
