package dev.tenure.testkit.globalindex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shard;
import dev.tenure.record.global.Version;
import dev.tenure.record.global.Versioned;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks that records with any content are read and scanned as they were written. */
interface StoredFormContract extends ShardFixture {
  /** Unusual texts, in ascending order. */
  List<String> ODD_TEXTS =
      List.of(
          "\u0000",
          "\u0001x",
          " ",
          " a",
          "'",
          "/",
          ":",
          "A",
          "\\0",
          "a",
          "a\u0000",
          "a\u0000b",
          "a ",
          "a/b",
          "ab",
          "e\u0301",
          "\u00e9",
          "\uFFFD",
          "\uD83D\uDE00");

  @Test
  default void fieldsOfADataRecordAreKept() {
    DataShard shard = dataShard();
    SecondaryKey empty = new SecondaryKey("phone", "");
    DataRecord full =
        new DataRecord(
            new PrimaryKey("a"),
            new Version(new Generation(Long.MAX_VALUE, Long.MIN_VALUE), Long.MAX_VALUE),
            Set.of(MAIL, PHONE, empty),
            Set.of(MAIL, empty),
            ByteString.copyFrom(new byte[] {0, -1, 39, 92}));
    DataRecord dummy = DataRecord.dummy(new PrimaryKey("b"), version(0));
    assertTrue(insert(shard, full));
    assertTrue(insert(shard, dummy));
    assertEquals(Optional.of(full), stored(shard, full.key()));
    assertEquals(Optional.of(dummy), stored(shard, dummy.key()));
  }

  @Test
  default void fieldsOfAnIndexRecordAreKept() {
    IndexShard shard = indexShard();
    IndexRecord alternate =
        new IndexRecord(
            IndexKey.alternate(new SecondaryKey("phone", "")),
            new PrimaryKey("a"),
            new Version(new Generation(Long.MAX_VALUE, Long.MIN_VALUE), 0));
    IndexRecord shared =
        new IndexRecord(
            IndexKey.shared(MAIL, new PrimaryKey("b")),
            new PrimaryKey("b"),
            new Version(new Generation(0, Long.MAX_VALUE), Long.MAX_VALUE));
    assertTrue(insert(shard, alternate));
    assertTrue(insert(shard, shared));
    assertEquals(Optional.of(alternate), stored(shard, alternate.key()));
    assertEquals(Optional.of(shared), stored(shard, shared.key()));
  }

  @Test
  default void keysThatDifferAreKeysOfTwoRecords() {
    DataShard data = dataShard();
    IndexShard index = indexShard();
    for (String odd : ODD_TEXTS) {
      assertTrue(insert(data, record(odd, 1, new SecondaryKey(odd, odd))), odd);
      assertTrue(insert(index, entry(new SecondaryKey(odd, odd), odd, odd)), odd);
      assertTrue(insert(index, entry(new SecondaryKey("n", odd), "", odd)), odd);
      assertTrue(insert(index, entry(new SecondaryKey("m", ""), odd, odd)), odd);
    }
    for (String odd : ODD_TEXTS) {
      DataRecord written = record(odd, 1, new SecondaryKey(odd, odd));
      assertEquals(Optional.of(written), stored(data, written.key()));
      IndexRecord entry = entry(new SecondaryKey("m", ""), odd, odd);
      assertEquals(Optional.of(entry), stored(index, entry.key()));
    }
  }

  @Test
  default void partsOfAnIndexKeyAreToldApart() {
    IndexShard shard = indexShard();
    for (String separator : List.of("\u0000", "/", ":", ",", "|", " ")) {
      List<IndexRecord> entries =
          List.of(
              entry(new SecondaryKey("a" + separator + "b", "c"), "d", "1"),
              entry(new SecondaryKey("a", "b" + separator + "c"), "d", "2"),
              entry(new SecondaryKey("a", "b"), "c" + separator + "d", "3"),
              entry(new SecondaryKey("a", "b" + separator + "c" + separator + "d"), "", "4"));
      entries.forEach(each -> assertTrue(insert(shard, each), each::toString));
      entries.forEach(each -> assertEquals(Optional.of(each), stored(shard, each.key())));
    }
  }

  @Test
  default void recordOfAnySizeIsStoredOrRefusedByTheCallWithTheLimit() {
    DataShard shard = dataShard();
    for (int size : new int[] {200, 1_000, 3_000, 9_000, 90_000}) {
      storeOrRefuse(shard, record("p".repeat(size), 1));
      storeOrRefuse(shard, record("n" + size, 1, new SecondaryKey("n".repeat(size), "v")));
      storeOrRefuse(shard, record("v" + size, 1, new SecondaryKey("n", "v".repeat(size))));
    }
    for (int size : new int[] {100_000, 1_000_000, 3_000_000}) {
      ByteString value = ByteString.copyFrom(new byte[size]);
      PrimaryKey key = new PrimaryKey("value " + size);
      storeOrRefuse(shard, new DataRecord(key, version(1), Set.of(), Set.of(), value));
    }
  }

  private void storeOrRefuse(DataShard shard, DataRecord record) {
    CompletableFuture<Boolean> writing;
    try {
      writing = shard.write(ConditionalWrite.insert(record));
    } catch (IllegalArgumentException refused) {
      assertTrue(
          String.valueOf(refused.getMessage()).matches("(?s).*\\d.*"),
          "an error without the limit: " + refused);
      return;
    }
    assertTrue(answer(writing));
    assertEquals(Optional.of(record), stored(shard, record.key()));
  }

  private <K, R extends Versioned<K>> List<R> pages(Shard<K, R> shard, int most) {
    List<R> all = new ArrayList<>();
    @Nullable K after = null;
    while (true) {
      List<R> page = answerIfSupported(shard.scan(after, most));
      all.addAll(page);
      if (page.size() < most) {
        return all;
      }
      assertEquals(most, page.size());
      after = page.get(most - 1).key();
    }
  }

  @Test
  default void dataRecordsAreScannedInOrder() {
    DataShard shard = dataShard();
    List<DataRecord> records = ODD_TEXTS.stream().map(each -> record(each, 1, MAIL)).toList();
    insertShuffled(shard, records);
    for (int most : new int[] {1, 3, 100}) {
      assertEquals(records, pages(shard, most));
    }
  }

  @Test
  default void indexRecordsAreScannedInOrder() {
    IndexShard shard = indexShard();
    List<IndexRecord> records = new ArrayList<>();
    for (String name : List.of("a", "a\u0000", "ab")) {
      for (String value : List.of("", "\u0000", "a", "\uFFFD", "\uD83D\uDE00")) {
        for (String member : List.of("", "\u0000", "b", "\uFFFD", "\uD83D\uDE00")) {
          records.add(entry(new SecondaryKey(name, value), member, "owner"));
        }
      }
    }
    insertShuffled(shard, records);
    for (int most : new int[] {1, 4, 100}) {
      assertEquals(records, pages(shard, most));
    }
  }

  private <K, R extends Versioned<K>> void insertShuffled(Shard<K, R> shard, List<R> records) {
    List<R> shuffled = new ArrayList<>(records);
    Collections.shuffle(shuffled, new Random(5));
    shuffled.forEach(each -> insert(shard, each));
  }

  @Test
  default void scanGoesOnBehindAKeyThatIsNotStored() {
    DataShard data = dataShard();
    insert(data, record("a", 1));
    insert(data, record("c", 1));
    assertEquals(List.of(record("c", 1)), answerIfSupported(data.scan(new PrimaryKey("b"), 5)));
    assertEquals(List.of(), answerIfSupported(data.scan(new PrimaryKey("c"), 5)));

    IndexShard index = indexShard();
    insert(index, entry(MAIL, "b", "b"));
    insert(index, entry(PHONE, "", "b"));
    assertEquals(
        List.of(entry(MAIL, "b", "b")), answerIfSupported(index.scan(new IndexKey(MAIL, ""), 1)));
  }
}
