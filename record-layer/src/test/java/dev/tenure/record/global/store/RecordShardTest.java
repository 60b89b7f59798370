package dev.tenure.record.global.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.SharedTransaction;
import dev.tenure.record.global.Version;
import dev.tenure.record.global.client.GlobalIndex;
import dev.tenure.record.global.client.GlobalIndexOptions;
import dev.tenure.record.global.protocol.Content;
import dev.tenure.record.keyspace.DirectoryType;
import dev.tenure.record.keyspace.KeySpace;
import dev.tenure.record.keyspace.KeySpaceDirectory;
import dev.tenure.record.keyspace.KeySpacePath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Data and index records in record stores. */
@Tag("late")
final class RecordShardTest {
  private static final Version FIRST = new Version(new Generation(5, 1), 1);
  private static final SecondaryKey MAIL = new SecondaryKey("email", "a@b.example");

  private final TestDatabase test = new TestDatabase();
  private final TestDatabase other = new TestDatabase();
  private final RecordShard shard = RecordShard.of(test.database, path(test, 1));

  private static KeySpacePath path(TestDatabase database, long number) {
    return KeySpace.of(database.subspace, KeySpaceDirectory.any("shard", DirectoryType.LONG))
        .path("shard", number);
  }

  @AfterEach
  void close() {
    test.close();
    other.close();
  }

  private static DataRecord record(String pk, Version version, SecondaryKey... keys) {
    return new DataRecord(
        new PrimaryKey(pk), version, Set.of(keys), Set.of(), ByteString.copyFromUtf8("of " + pk));
  }

  private static IndexRecord entry(SecondaryKey key, String member, String owner) {
    return new IndexRecord(new IndexKey(key, member), new PrimaryKey(owner), FIRST);
  }

  private boolean write(ConditionalWrite<PrimaryKey, DataRecord> write) {
    return shard.data().write(write).join();
  }

  private Optional<DataRecord> read(String pk) {
    return shard.data().read(new PrimaryKey(pk)).join();
  }

  @Test
  void readingBeforeTheFirstWriteGivesNothingAndWritesNothing() {
    assertEquals(Optional.empty(), read("a"));
    assertEquals(List.of(), shard.data().scan(null, 5).join());
    assertEquals(List.of(), shard.data().find(MAIL).join());
    assertEquals(
        List.of(),
        test.run(context -> context.transaction().getRange(test.subspace.range()).asList()));
  }

  @Test
  void recordIsReadAsItWasWritten() {
    SecondaryKey unindexed = new SecondaryKey("phone", "");
    DataRecord written =
        new DataRecord(
            new PrimaryKey("a\0ü\uD83D\uDE00"),
            new Version(new Generation(Long.MAX_VALUE, Long.MIN_VALUE), 7),
            Set.of(MAIL, unindexed),
            Set.of(unindexed),
            ByteString.copyFrom(new byte[500_000]));
    assertTrue(write(ConditionalWrite.insert(written)));
    assertEquals(Optional.of(written), shard.data().read(written.key()).join());

    IndexRecord entry = entry(MAIL, "", "a");
    assertTrue(shard.index().write(ConditionalWrite.insert(entry)).join());
    assertEquals(Optional.of(entry), shard.index().read(entry.key()).join());
  }

  @Test
  void writeTakesPlaceOnlyWhenTheStoredVersionIsTheExpectedOne() {
    DataRecord old = record("a", FIRST, MAIL);
    DataRecord next = record("a", FIRST.next());
    assertFalse(write(ConditionalWrite.replace(FIRST, next)));
    assertFalse(write(ConditionalWrite.delete(old)));
    assertTrue(write(ConditionalWrite.insert(old)));
    assertFalse(write(ConditionalWrite.insert(next)));
    assertFalse(write(ConditionalWrite.replace(FIRST.next(), next)));
    assertEquals(Optional.of(old), read("a"));
    assertTrue(write(ConditionalWrite.replace(FIRST, next)));
    assertFalse(write(ConditionalWrite.delete(old)));
    assertTrue(write(ConditionalWrite.delete(next)));
    assertEquals(Optional.empty(), read("a"));
  }

  @Test
  void localIndexFollowsTheRecord() {
    SecondaryKey second = new SecondaryKey("email", "a@b.example2");
    write(ConditionalWrite.insert(record("b", FIRST, MAIL, second)));
    write(ConditionalWrite.insert(record("a", FIRST, MAIL)));
    assertEquals(
        List.of("a", "b"),
        shard.data().find(MAIL).join().stream().map(each -> each.key().value()).toList());

    write(ConditionalWrite.replace(FIRST, record("b", FIRST.next(), second)));
    write(ConditionalWrite.delete(record("a", FIRST)));
    assertEquals(List.of(), shard.data().find(MAIL).join());
    assertEquals(1, shard.data().find(second).join().size());
  }

  @Test
  void scanGivesRecordsInTheOrderOfTheirKeys() {
    List<String> keys = List.of("\0", "a", "a\0", "a\0b", "ab", "é", "\uFFFD", "\uD83D\uDE00");
    keys.forEach(each -> write(ConditionalWrite.insert(record(each, FIRST))));
    List<PrimaryKey> scanned = new ArrayList<>();
    Optional<PrimaryKey> after = Optional.empty();
    List<DataRecord> page;
    do {
      page = shard.data().scan(after.orElse(null), 3).join();
      page.forEach(each -> scanned.add(each.key()));
      after = Optional.of(scanned.get(scanned.size() - 1));
    } while (page.size() == 3);
    assertEquals(keys.stream().map(PrimaryKey::new).toList(), scanned);
    assertEquals(List.copyOf(new TreeSet<>(scanned)), scanned);
  }

  @Test
  void indexRecordsOfSharedKeysAreScannedBehindTheirKey() {
    SecondaryKey red = new SecondaryKey("color", "red");
    List<IndexRecord> entries =
        List.of(
            entry(MAIL, "", "a"),
            entry(new SecondaryKey("color", "re"), "\uD83D\uDE00", "a"),
            entry(red, "a", "a"),
            entry(red, "b", "b"),
            entry(new SecondaryKey("color", "red\0"), "", "a"));
    entries.forEach(each -> shard.index().write(ConditionalWrite.insert(each)).join());
    assertEquals(entries.subList(2, 5), shard.index().scan(new IndexKey(red, ""), 3).join());
    assertEquals(
        entries.stream().map(IndexRecord::key).sorted().toList(),
        shard.index().scan(null, 9).join().stream().map(IndexRecord::key).toList());
  }

  @Test
  void sharedTransactionWritesEverythingOrNothing() {
    IndexShard index = RecordShard.of(test.database, path(test, 2)).index();
    SharedTransaction both = shard.data().sharedWith(index).orElseThrow();
    IndexRecord free = entry(new SecondaryKey("phone", "1"), "", "a");
    IndexRecord taken = entry(MAIL, "", "b");
    index.write(ConditionalWrite.insert(taken)).join();
    ConditionalWrite<PrimaryKey, DataRecord> data = ConditionalWrite.insert(record("a", FIRST));

    assertFalse(both.write(data, List.of(insert(free), insert(entry(MAIL, "", "a")))).join());
    assertEquals(Optional.empty(), read("a"));
    assertEquals(Optional.empty(), index.read(free.key()).join());

    assertTrue(both.write(data, List.of(insert(free))).join());
    assertTrue(read("a").isPresent());
    assertTrue(index.read(free.key()).join().isPresent());
    assertFalse(both.write(data, List.of()).join());
  }

  private static ConditionalWrite<IndexKey, IndexRecord> insert(IndexRecord record) {
    return ConditionalWrite.insert(record);
  }

  @Test
  void shardsOfTwoDatabasesShareNoTransaction() {
    DataShard elsewhere = RecordShard.of(other.database, path(other, 1)).data();
    assertEquals(Optional.empty(), elsewhere.sharedWith(shard.index()));
  }

  @Test
  void limitsAreRefusedByNameAndNothingIsWritten() {
    assertRefused("1001 bytes, the limit is 1000", each -> each.read(pk(1_001)));
    assertRefused(
        "101 bytes, the limit is 100", each -> each.find(new SecondaryKey("n".repeat(101), "")));
    assertRefused(
        "1002 bytes, the limit is 1000", each -> each.find(new SecondaryKey("n", "é".repeat(501))));
    assertRefused("unpaired surrogate", each -> each.read(new PrimaryKey("\uD83D")));
    assertRefused(
        "1000001 bytes, the limit is 1000000",
        each -> each.write(insertOf(new byte[1_000_001], 0)));
    assertRefused(
        "101 secondary keys, the limit is 100", each -> each.write(insertOf(new byte[0], 101)));
    assertRefused("a scan of 0 records", each -> each.scan(null, 0));
    assertEquals(List.of(), shard.data().scan(null, 9).join());
  }

  @Test
  void theLargestRecordIsReplacedWithItsIndexRecordsInOneTransaction() {
    DataRecord old = largest(FIRST, "%01000d");
    DataRecord next = largest(FIRST.next(), "%0999d\0");
    SharedTransaction both = shard.data().sharedWith(shard.index()).orElseThrow();
    assertTrue(both.write(ConditionalWrite.insert(old), entries(old)).join());
    assertTrue(both.write(ConditionalWrite.replace(FIRST, next), entries(next)).join());
    assertEquals(List.of(next), shard.data().find(next.keys().iterator().next()).join());
    assertEquals(200, shard.index().scan(null, 2_000).join().size());
  }

  private static DataRecord largest(Version version, String format) {
    Set<SecondaryKey> keys = new TreeSet<>();
    for (int i = 0; i < 100; i++) {
      keys.add(new SecondaryKey("n".repeat(100), format.formatted(i)));
    }
    return new DataRecord(
        pk(1_000), version, keys, Set.of(), ByteString.copyFrom(new byte[1_000_000]));
  }

  private static List<ConditionalWrite<IndexKey, IndexRecord>> entries(DataRecord record) {
    return record.keys().stream()
        .map(
            each ->
                insert(
                    new IndexRecord(
                        IndexKey.shared(each, record.key()), record.key(), record.version())))
        .toList();
  }

  private static PrimaryKey pk(int length) {
    return new PrimaryKey("p".repeat(length));
  }

  private static ConditionalWrite<PrimaryKey, DataRecord> insertOf(byte[] value, int keys) {
    Set<SecondaryKey> owned = new TreeSet<>();
    for (int i = 0; i < keys; i++) {
      owned.add(new SecondaryKey("n", "" + i));
    }
    return ConditionalWrite.insert(
        new DataRecord(pk(1), FIRST, owned, Set.of(), ByteString.copyFrom(value)));
  }

  private void assertRefused(String message, Function<DataShard, CompletableFuture<?>> call) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> call.apply(shard.data()).join());
    assertTrue(refused.toString().contains(message), refused::toString);
  }

  @Test
  void optionsAreBounded() {
    RecordShardOptions defaults = RecordShardOptions.defaults();
    assertEquals(Duration.ofSeconds(5), defaults.timeout());
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> defaults.withTimeout(Duration.ofDays(2)));
    assertEquals(
        "the timeout of a shard is PT48H, it must be PT0.001S to PT24H", refused.getMessage());
  }

  @Test
  void globalIndexRunsOnShardsOfTwoDatabases() {
    RecordShard second = RecordShard.of(other.database, path(other, 1));
    GlobalIndex index =
        GlobalIndex.start(
                Shards.hashed(
                    List.of(shard.data(), second.data()), List.of(shard.index(), second.index())),
                KeyDefinitions.of(KeyDefinition.alternate("email")),
                test.clock,
                Runnable::run,
                GlobalIndexOptions.defaults())
            .join();
    List<CompletableFuture<?>> creating = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      SecondaryKey key = new SecondaryKey("email", i + "@b.example");
      creating.add(
          index.create(new PrimaryKey("p" + i), new Content(Set.of(key), ByteString.EMPTY)));
    }
    creating.forEach(CompletableFuture::join);
    for (int i = 0; i < 40; i++) {
      SecondaryKey key = new SecondaryKey("email", i + "@b.example");
      assertEquals("p" + i, index.read(key).join().orElseThrow().key().value());
    }
  }
}
