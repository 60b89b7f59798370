package dev.tenure.record.store.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Notes;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.index.IndexedRecord;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The keys of a store, as docs/formats/record-layer.md has them. */
final class StoreKeysTest {
  private static final StoreKeys KEYS = new StoreKeys(new Subspace(new byte[] {'S'}));
  private static final BoundMetaData BOUND = Notes.META_DATA.bound();
  private static final BoundType NOTE = BOUND.type("Note");
  private static final BoundType ITEM = BOUND.type("HotItem");

  private static void assertHex(String expected, byte[] key) {
    assertEquals(expected.replace(" ", ""), HexFormat.of().formatHex(key));
  }

  @Test
  void headerComesFirst() {
    assertHex("53 14", KEYS.header());
  }

  @Test
  void recordKeyIsTypeKeyAndNestedPrimaryKey() {
    assertHex("53 1501 1502 05 027a00 026100 00", KEYS.record(ITEM, Tuple.from("z", "a")));
  }

  @Test
  void partsOfASplitRecordFollowItsKey() {
    byte[] record = KEYS.record(NOTE, Tuple.from(7));

    assertHex("53 1501 1501 05 1507 00", record);
    assertHex("53 1501 1501 05 1507 00 13fe", StoreKeys.part(record, StoreKeys.VERSION_SLOT));
    assertHex("53 1501 1501 05 1507 00 14", StoreKeys.part(record, StoreKeys.WHOLE));
    assertHex("53 1501 1501 05 1507 00 1501", StoreKeys.part(record, StoreKeys.FIRST_CHUNK));
    assertHex("53 1501 1501 05 1507 00 1602 00", StoreKeys.part(record, 512));
  }

  @Test
  void indexEntryIsIndexKeyAndColumnsAndTheRestOfThePrimaryKey() {
    BoundIndex byVesting = BOUND.index("by-vesting");
    IndexedRecord record =
        new IndexedRecord(ITEM, Tuple.from("z", "a"), Notes.item("z", "a", 1000), null);
    Tuple entry = byVesting.entryKey(Tuple.from("z", 4, 1000), record);

    assertHex(
        "53 1502 1507 027a00 1504 1603e8 026100",
        KEYS.index(byVesting, IndexState.READABLE).key(entry));
  }

  @Test
  void keysOfARecordAreDisjointFromThoseOfOneWhosePrimaryKeyGoesOn() {
    Range shorter = StoreKeys.parts(KEYS.record(NOTE, Tuple.from("a")));
    Tuple withNull = Tuple.fromList(Arrays.asList("a", null));

    for (Tuple longer : new Tuple[] {Tuple.from("a", "b"), withNull, Tuple.from("a", 0)}) {
      Range other = StoreKeys.parts(KEYS.record(NOTE, longer));
      assertFalse(intersects(shorter, other), longer.toString());
    }
  }

  @Test
  void recordsLieInTheRangeOfEveryPrefixOfTheirPrimaryKeys() {
    byte[] record = KEYS.record(ITEM, Tuple.from("z", "a"));

    for (Tuple prefix : new Tuple[] {new Tuple(), Tuple.from("z"), Tuple.from("z", "a")}) {
      byte[] begin = KEYS.recordPrefix(ITEM, prefix);
      assertTrue(contains(new Range(begin, StoreKeys.behind(begin)), record), prefix.toString());
    }
    byte[] other = KEYS.recordPrefix(ITEM, Tuple.from("z", "a\0"));
    assertFalse(contains(new Range(other, StoreKeys.behind(other)), record));
  }

  private static boolean contains(Range range, byte[] key) {
    return Arrays.compareUnsigned(range.begin, key) <= 0
        && Arrays.compareUnsigned(key, range.end) < 0;
  }

  private static boolean intersects(Range left, Range right) {
    return Arrays.compareUnsigned(left.begin, right.end) < 0
        && Arrays.compareUnsigned(right.begin, left.end) < 0;
  }
}
