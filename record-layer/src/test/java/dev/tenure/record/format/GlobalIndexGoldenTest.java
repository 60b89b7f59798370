package dev.tenure.record.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.tenure.record.Seeds;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Version;
import dev.tenure.record.global.store.RecordShard;
import dev.tenure.record.keyspace.DirectoryType;
import dev.tenure.record.keyspace.KeySpace;
import dev.tenure.record.keyspace.KeySpaceDirectory;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Records of a global index in a record store are these rows. */
final class GlobalIndexGoldenTest {
  private static final SecondaryKey MAIL = new SecondaryKey("email", "a@b");
  private static final SecondaryKey PHONE = new SecondaryKey("phone", "");
  private static final Version VERSION = new Version(new Generation(1_700_000_000_000L, -3), 300);
  private static final DataRecord DATA =
      new DataRecord(
          new PrimaryKey("\u0001p"),
          VERSION,
          Set.of(MAIL, PHONE),
          Set.of(PHONE),
          ByteString.copyFromUtf8("v"));
  private static final DataRecord DUMMY =
      DataRecord.dummy(new PrimaryKey("q"), Version.first(new Generation(1, 2)));
  private static final List<IndexRecord> INDEX =
      List.of(
          new IndexRecord(IndexKey.alternate(MAIL), DATA.key(), VERSION),
          new IndexRecord(IndexKey.shared(PHONE, DUMMY.key()), DUMMY.key(), DUMMY.version()));

  private final TestDatabase test = new TestDatabase();
  private final RecordShard shard =
      RecordShard.of(
          test.database,
          KeySpace.of(
                  StoredRows.SUBSPACE, KeySpaceDirectory.constant("shard", DirectoryType.LONG, 1L))
              .path("shard"));

  @AfterEach
  void close() {
    test.close();
  }

  private void fill() {
    assertTrue(shard.data().write(ConditionalWrite.insert(DATA)).join());
    assertTrue(shard.data().write(ConditionalWrite.insert(DUMMY)).join());
    for (IndexRecord each : INDEX) {
      assertTrue(shard.index().write(ConditionalWrite.insert(each)).join());
    }
  }

  private void assertRead() {
    assertEquals(List.of(DATA, DUMMY), shard.data().scan(null, 9).join());
    assertEquals(List.of(DATA), shard.data().find(PHONE).join());
    assertEquals(INDEX, shard.index().scan(null, 9).join());
  }

  @Test
  void recordsAreWrittenAsTheseRows() {
    fill();
    assertRead();
    new GoldenFile("store/global-index").assertWritten(StoredRows.lines(test, StoredRows.SUBSPACE));
  }

  @Test
  void recordsAreReadFromTheseRows() {
    StoredRows.plant(test, new GoldenFile("store/global-index").lines());
    assertRead();
  }

  @Test
  void otherBytesGiveRecordsOrATypedError() {
    RandomGenerator random = Seeds.random("GlobalIndexGoldenTest");
    List<String> rows =
        new GoldenFile("store/global-index")
            .lines().stream().filter(row -> row.length() > 40).toList();
    Set<RecordLayerException.Code> met = EnumSet.noneOf(RecordLayerException.Code.class);
    StoredRows.plant(test, new GoldenFile("store/global-index").lines());
    for (int i = 0; i < 150; i++) {
      String row = rows.get(random.nextInt(rows.size()));
      byte[] value = GoldenFile.value(row);
      if (value.length > 0) {
        value[random.nextInt(value.length)] = (byte) random.nextInt(256);
      }
      StoredRows.plant(test, List.of(GoldenFile.line(GoldenFile.key(row), value)));
      try {
        shard.data().scan(null, 9).join();
        shard.index().scan(null, 9).join();
      } catch (CompletionException e) {
        met.add(((RecordLayerException) FdbErrorPredicates.unwrap(e)).code());
      }
      StoredRows.plant(test, List.of(row));
    }
    assertTrue(met.contains(RecordLayerException.Code.DAMAGED), met::toString);
    assertRead();
  }
}
