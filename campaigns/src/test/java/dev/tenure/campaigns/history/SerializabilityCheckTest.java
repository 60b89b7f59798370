package dev.tenure.campaigns.history;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.Transaction;
import dev.tenure.campaigns.history.Anomaly.Kind;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.record.error.FdbErrorPredicates;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SerializabilityCheckTest {
  private static final byte[] ONE = {1, 0, 0, 0};
  private static final Range ALL = new Range(new byte[0], new byte[] {(byte) 0xff});

  private final Database engine =
      EmbeddedDatabase.memory(
          EmbeddedEnvironment.builder().clock(InstantSource.fixed(Instant.EPOCH)).build());
  private final History history = new History(key("markers/"));
  private final Database sound = RecordingDatabase.of(engine, history);

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void transactionsOfASoundEngineAreSerializable() {
    write(sound, writer -> writer.set(key("a"), ONE));
    Transaction early = sound.createTransaction();
    assertEquals(1, early.getRange(key("a"), key("c")).asList().join().size());
    write(
        sound,
        writer -> {
          writer.mutate(MutationType.ADD, key("a"), ONE);
          writer.clear(key("c"));
          writer.mutate(
              MutationType.SET_VERSIONSTAMPED_KEY, withPlace("b0123456789", 1), key("stamped"));
        });
    assertEquals(1, early.getRange(key("a"), key("c")).asList().join().size());
    early.set(key("d"), ONE);
    assertEquals(1020, code(early));
    assertEquals(Set.of(), anomalies());
  }

  @Test
  void ownWritesAreSeenByReadsAfterThem() {
    write(sound, writer -> writer.set(key("a"), ONE));
    Transaction own = sound.createTransaction();
    own.clear(key("a"), key("b"));
    own.set(key("b"), ONE);
    own.mutate(MutationType.ADD, key("b"), ONE);
    assertEquals(1, own.getRange(key("a"), key("c")).asList().join().size());
    own.commit().join();
    assertEquals(Set.of(), anomalies());
  }

  @Test
  void lostUpdateIsFound() {
    Database broken = broken(BrokenDatabase.withoutReadConflicts(engine));
    Transaction first = broken.createTransaction();
    Transaction second = broken.createTransaction();
    first.get(key("a")).join();
    second.get(key("a")).join();
    first.set(key("a"), key("1"));
    second.set(key("a"), key("2"));
    first.commit().join();
    second.commit().join();
    assertEquals(Set.of(Kind.CHANGED_READ), anomalies());
  }

  @Test
  void writeSkewIsFound() {
    Database broken = broken(BrokenDatabase.withoutReadConflicts(engine));
    Transaction first = broken.createTransaction();
    Transaction second = broken.createTransaction();
    first.get(key("b")).join();
    second.get(key("a")).join();
    first.set(key("a"), ONE);
    second.set(key("b"), ONE);
    first.commit().join();
    second.commit().join();
    assertEquals(Set.of(Kind.CHANGED_READ), anomalies());
  }

  @Test
  void phantomIsFound() {
    Database broken = broken(BrokenDatabase.withoutReadConflicts(engine));
    Transaction counting = broken.createTransaction();
    assertEquals(List.of(), counting.getRange(key("a"), key("b")).asList().join());
    write(sound, writer -> writer.set(key("a1"), ONE));
    counting.set(key("count"), ONE);
    counting.commit().join();
    assertEquals(Set.of(Kind.CHANGED_READ), anomalies());
  }

  @Test
  void snapshotReadsMayChangeBeforeTheCommit() {
    Transaction reading = sound.createTransaction();
    reading.snapshot().get(key("a")).join();
    write(sound, writer -> writer.set(key("a"), ONE));
    reading.set(key("b"), ONE);
    reading.commit().join();
    assertEquals(Set.of(), anomalies());
  }

  @Test
  void staleReadVersionIsFoundUnlessLagIsAllowed() {
    long before = engine.createTransaction().getReadVersion().join();
    write(sound, writer -> writer.set(key("a"), ONE));
    Database broken = broken(BrokenDatabase.readingAt(engine, before));
    broken.createTransaction().get(key("a")).join();
    readAll();
    assertEquals(Set.of(Kind.STALE_VERSION), anomalies());
    assertEquals(List.of(), SerializabilityCheck.checkWithLag(history));
  }

  @Test
  void readOfASystemKeyGivesTheTransactionItsReadVersion() {
    Transaction reading = sound.createTransaction();
    reading.snapshot().get("\u00ff/metadataVersion".getBytes(ISO_8859_1)).join();
    write(sound, writer -> writer.set(key("a"), ONE));
    assertNull(reading.get(key("a")).join());
    assertEquals(Set.of(), anomalies());
  }

  @Test
  void readOfWhatWasNotThereIsFound() {
    write(sound, writer -> writer.set(key("a"), ONE));
    engine.createTransaction();
    write(engine, writer -> writer.set(key("a"), key("from outside of the history")));
    readAll();
    assertEquals(Set.of(Kind.WRONG_READ), kinds(SerializabilityCheck.check(history)));
  }

  @Test
  void rowsOfBeforeTheHistoryCanBeNoted() {
    write(engine, writer -> writer.set(key("a"), ONE));
    history.startedWith(List.of(new KeyValue(key("a"), ONE)));
    write(sound, writer -> writer.mutate(MutationType.ADD, key("a"), ONE));
    assertEquals(Set.of(), anomalies());
  }

  @Test
  void commitAppliedInPartIsFound() {
    Database broken = broken(BrokenDatabase.dropping(engine, key -> key[0] == 'b'));
    write(
        broken,
        writer -> {
          writer.set(key("a"), ONE);
          writer.set(key("b"), ONE);
        });
    assertEquals(Set.of(Kind.WRONG_READ), anomalies());
  }

  @Test
  void commitAppliedTwiceIsFound() {
    write(sound, writer -> writer.set(key("a"), ONE));
    Transaction twice = broken(BrokenDatabase.repeating(engine)).createTransaction();
    twice.mutate(MutationType.ADD, key("a"), ONE);
    assertEquals(1021, code(twice));
    assertEquals(Set.of(Kind.WRONG_READ), anomalies());
  }

  @Test
  void unknownResultIsNoAnomalyWhetherAppliedOrNot() {
    Transaction lost = sound.createTransaction();
    lost.set(key("a"), ONE);
    lost.cancel();
    assertEquals(1025, code(lost));
    assertEquals(Set.of(), anomalies());
  }

  @Test
  void acknowledgedCommitThatIsNotThereIsFound() {
    write(broken(BrokenDatabase.forgetful(engine)), writer -> writer.set(key("a"), ONE));
    assertEquals(Set.of(Kind.COMMIT_LOST), anomalies());
  }

  @Test
  void refusedCommitThatIsThereIsFound() {
    Transaction denied = broken(BrokenDatabase.denying(engine)).createTransaction();
    denied.set(key("a"), ONE);
    assertEquals(1020, code(denied));
    assertEquals(Set.of(Kind.COMMIT_UNWANTED), anomalies());
  }

  @Test
  void commitLostInACrashIsFound() {
    write(sound, writer -> writer.set(key("a"), ONE));
    readAll();
    history.restarted(Long.MAX_VALUE, List.of());
    assertEquals(Set.of(Kind.COMMIT_LOST), kinds(SerializabilityCheck.check(history)));
  }

  @Test
  void riskyCommitMayBeLostInACrashButNotOneBeforeIt() {
    write(
        sound,
        writer -> {
          writer.options().setDurabilityRisky();
          writer.set(key("a"), ONE);
        });
    readAll();
    history.restarted(Long.MAX_VALUE, List.of());
    assertEquals(List.of(), SerializabilityCheck.check(history));
  }

  @Test
  void survivorOfACrashWithoutOneBeforeItIsFound() {
    for (String name : List.of("a", "b")) {
      write(
          sound,
          writer -> {
            writer.options().setDurabilityRisky();
            writer.set(key(name), ONE);
          });
    }
    var rows = readAll();
    history.restarted(
        Long.MAX_VALUE,
        rows.stream()
            .filter(row -> row.getKey()[0] == 'b' || row.getKey()[row.getKey().length - 1] == 2)
            .toList());
    assertTrue(anomaliesWithoutReading().contains(Kind.RESTART_NOT_A_PREFIX));
  }

  @Test
  void aRangeReadInPartIsCheckedAsFarAsItWent() {
    write(
        sound,
        writer -> {
          writer.set(key("a"), ONE);
          writer.set(key("b"), ONE);
        });
    Transaction reading = sound.createTransaction();
    var rows = reading.getRange(key("a"), key("c")).iterator();
    assertTrue(rows.onHasNext().join());
    rows.next();
    assertEquals(Set.of(), anomalies());
  }

  private Database broken(Database database) {
    return RecordingDatabase.of(database, history);
  }

  private static void write(Database database, Consumer<Transaction> writes) {
    try (Transaction writer = database.createTransaction()) {
      writes.accept(writer);
      writer.commit().join();
    }
  }

  private List<KeyValue> readAll() {
    try (Transaction reader = sound.createTransaction()) {
      var rows = reader.getRange(ALL).asList().join();
      history.observe(rows);
      return rows;
    }
  }

  private Set<Kind> anomalies() {
    readAll();
    return anomaliesWithoutReading();
  }

  private Set<Kind> anomaliesWithoutReading() {
    return kinds(SerializabilityCheck.check(history));
  }

  private static Set<Kind> kinds(List<Anomaly> anomalies) {
    return anomalies.stream().map(Anomaly::kind).collect(Collectors.toSet());
  }

  private static int code(Transaction transaction) {
    try {
      transaction.commit().join();
    } catch (CompletionException e) {
      return FdbErrorPredicates.codeOf(e).orElseThrow();
    }
    return 0;
  }

  private static byte[] key(String name) {
    return name.getBytes(US_ASCII);
  }

  private static byte[] withPlace(String name, int place) {
    byte[] bytes = key(name + "\0\0\0\0");
    bytes[name.length()] = (byte) place;
    return bytes;
  }
}
