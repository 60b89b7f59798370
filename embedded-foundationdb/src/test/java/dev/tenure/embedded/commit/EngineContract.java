package dev.tenure.embedded.commit;

import static dev.tenure.embedded.commit.Requests.bytes;
import static dev.tenure.embedded.commit.Requests.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MutationType;
import dev.tenure.embedded.storage.KeyBytes;
import dev.tenure.embedded.storage.MemoryStorage;
import dev.tenure.embedded.storage.Storage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What the engine must do on any storage, in one thread under virtual time. */
abstract class EngineContract {
  static final int ALL = Integer.MAX_VALUE;
  VirtualEnvironment environment = new VirtualEnvironment();
  EngineServer server = openMemory();

  abstract Storage openStorage();

  private EngineServer openMemory() {
    return EngineServer.open(new MemoryStorage(), Durability.SYNC, environment.engine());
  }

  @BeforeEach
  void openServer() {
    server.close();
    environment = new VirtualEnvironment();
    server = EngineServer.open(openStorage(), Durability.SYNC, environment.engine());
  }

  @AfterEach
  void closeServer() {
    server.close();
  }

  @Test
  void rowIsReadFromItsCommitVersionOn() {
    CommitOutcome outcome = commit(request().set("k", "v"));
    assertEquals("k=v", rows(outcome.version()));
    assertEquals("", rows(outcome.version() - 1));
    assertEquals("k=v", rows(readVersion()));
  }

  @Test
  void readVersionIsNeverBelowAnAcknowledgedCommit() {
    for (int i = 0; i < 20; i++) {
      CommitOutcome outcome = commit(request().set("k", "v" + i));
      assertTrue(readVersion() >= outcome.version());
      assertEquals("k=v" + i, rows(readVersion()));
    }
  }

  @Test
  void everyVersionOfTheWindowStaysAsItWas() {
    List<Long> versions = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      environment.pass(Duration.ofMillis(10));
      versions.add(commit(request().set("k", "v" + i).set("k" + i, "x")).version());
    }
    for (int i = 0; i < 50; i++) {
      assertTrue(rows(versions.get(i)).startsWith("k=v" + i + " "));
      assertEquals(i + 2, rows(versions.get(i)).split(" ", -1).length);
    }
  }

  @Test
  void versionsBetweenTwoCommitsShowTheEarlier() {
    commit(request().set("k", "1"));
    environment.pass(Duration.ofMillis(5));
    CommitOutcome second = commit(request().set("k", "2"));
    assertEquals("k=1", rows(second.version() - 1));
    assertEquals("k=1", rows(second.version() - 4000));
  }

  @Test
  void versionsFollowTheClockAtAMillionASecond() {
    long before = readVersion();
    environment.pass(Duration.ofSeconds(2));
    long after = commit(request().set("k", "v")).version();
    assertEquals(2_000_000.0, (double) (after - before), 10);
  }

  @Test
  void rangesReadBothWaysAndEndWhereTheEngineBegins() {
    commit(request().set("a", "1").set("b", "2").set("\u00ff/system", "3"));
    VersionedReader reader = reader(readVersion());
    byte[] end = {(byte) 0xff, (byte) 0xff, (byte) 0xff};
    assertEquals("a=1 b=2 \u00ff/system=3", text(reader.range(bytes(""), end, false, ALL, ALL)));
    assertEquals("\u00ff/system=3", text(reader.range(bytes(""), end, true, 1, ALL)));
  }

  @Test
  void engineRowsCannotBeReadOrWritten() {
    byte[] own = EngineKeys.VERSIONS_RESERVED;
    VersionedReader reader = reader(readVersion());
    assertEquals(null, reader.get(own));
    assertEquals(List.of(), reader.range(own, KeyBytes.after(own), false, ALL, ALL));
    assertEquals(2004, errorOf(server.commit(request().set(own, bytes("x")).build())));
    commit(request().clear("", "\u00ff\u00ff\u00ff"));
    long last = readVersion();
    assertTrue(reopenedVersion() > last);
  }

  @Test
  void commitFailsWhenReadRangeWasWritten() {
    long version = readVersion();
    commit(request().set("b", "1"));
    CompletableFuture<CommitOutcome> commit =
        server.commit(
            request().at(version).reads("x", "z").reads("a", "c").reads("b").set("k", "v").build());
    CommitConflictException error =
        assertInstanceOf(CommitConflictException.class, failureOf(commit));
    assertEquals(1020, error.getCode());
    assertEquals(List.of(1, 2), error.conflictingReads());
    assertEquals("b=1", rows(readVersion()));
  }

  @Test
  void commitThatFailsTakesAVersionAllTheSame() {
    long version = readVersion();
    long written = commit(request().set("b", "1")).version();
    assertEquals(
        1020, errorOf(server.commit(request().at(version).reads("b").set("b", "2").build())));
    assertTrue(readVersion() > written, "the read version did not move on");
    assertEquals("b=1", rows(readVersion()));
  }

  @Test
  void commitSucceedsWhenOnlyNeighboursWereWritten() {
    long version = readVersion();
    commit(request().set("a", "1").set("c", "1").clear("d", "e"));
    commit(request().at(version).reads("a\0", "c").reads("b").reads("e").set("k", "v"));
    assertEquals("a=1 c=1 k=v", rows(readVersion()));
  }

  @Test
  void clearedRangeConflictsWithAReadInsideAndAround() {
    long version = readVersion();
    commit(request().clear("d", "h"));
    assertEquals(1020, conflictOf(request().at(version).reads("f").set("k", "v")));
    assertEquals(1020, conflictOf(request().at(version).reads("a", "z").set("k", "v")));
    assertEquals(1020, conflictOf(request().at(version).reads("g", "z").set("k", "v")));
    commit(request().at(version).reads("h").reads("a", "d").set("k", "v"));
  }

  @Test
  void earlierTransactionOfTheGroupConflicts() {
    long version = readVersion();
    CompletableFuture<CommitOutcome> first =
        server.commit(request().at(version).reads("a").set("b", "1").build());
    CompletableFuture<CommitOutcome> second =
        server.commit(request().at(version).reads("b").set("a", "2").build());
    CompletableFuture<CommitOutcome> third =
        server.commit(request().at(version).reads("a").set("c", "3").build());
    environment.run();
    assertEquals(0, first.join().batchOrder());
    assertEquals(1020, errorOf(second));
    assertEquals(1, third.join().batchOrder());
    assertEquals(first.join().version(), third.join().version());
    assertEquals("b=1 c=3", rows(readVersion()));
  }

  @Test
  void withoutAReadVersionNothingConflicts() {
    commit(request().set("a", "1"));
    commit(request().reads("a").set("b", "2"));
    assertEquals("a=1 b=2", rows(readVersion()));
  }

  @Test
  void futureReadVersionPassesTheConflictCheck() {
    commit(request().set("a", "1"));
    commit(request().at(readVersion() + 1_000_000_000_000L).reads("a").set("b", "2"));
    assertEquals("a=1 b=2", rows(readVersion()));
  }

  @Test
  void writeConflictAloneIsACommitThatOthersConflictWith() {
    long version = readVersion();
    CommitOutcome outcome = commit(request().writeConflict("a"));
    assertTrue(outcome.version() > version);
    assertEquals(1020, conflictOf(request().at(version).reads("a").set("b", "1")));
  }

  @Test
  void commitAtTheWindowsEdgeSucceedsAndOneVersionOlderFails() {
    long version = readVersion();
    environment.setClock(environment.instant().plusSeconds(5));
    commit(request().at(version).reads("x").set("a", "1"));
    assertEquals(1007, conflictOf(request().at(version).set("a", "2")));
    environment.setClock(environment.instant().plusNanos(1000));
    assertEquals(1007, conflictOf(request().at(version).set("a", "2")));
  }

  @Test
  void readsAreRefusedOnceTheirVersionIsFiveSecondsOld() {
    commit(request().set("k", "v"));
    long version = readVersion();
    VersionedReader early = reader(version);
    environment.pass(Duration.ofSeconds(5));
    assertEquals("v", value(early, "k"));
    environment.pass(Duration.ofMillis(2));
    assertEquals(1007, codeOf(() -> early.get(bytes("k"))));
    assertEquals(1007, codeOf(() -> early.range(bytes(""), bytes("z"), false, ALL, ALL)));
    assertEquals(1007, codeOf(() -> early.estimateBytes(bytes(""), bytes("z"))));
    assertEquals(1007, errorOf(server.reader(version)));
    assertEquals("k=v", rows(readVersion()));
  }

  @Test
  void readerOpenedEarlyIsRefusedAfterCommitsMovedTheWindow() {
    long version = readVersion();
    VersionedReader early = reader(version);
    for (int i = 0; i < 60; i++) {
      environment.pass(Duration.ofMillis(100));
      commit(request().set("k", "v" + i));
    }
    assertEquals(1007, codeOf(() -> early.get(bytes("k"))));
  }

  @Test
  void transactionAfterALongIdleSpellIsNotTooOld() {
    commit(request().set("a", "1"));
    for (int minutes : new int[] {1, 3, 600}) {
      environment.pass(Duration.ofMinutes(minutes));
      long version = environment.result(server.readVersion());
      assertEquals("1", value(version, "a"));
      commit(request().at(version).reads("a").set("b", "" + minutes));
    }
  }

  @Test
  void futureVersionFailsAfterASecond() {
    CompletableFuture<VersionedReader> reader = server.reader(readVersion() + 1_000_000_000L);
    environment.pass(Duration.ofMillis(999));
    assertFalse(reader.isDone());
    environment.pass(Duration.ofMillis(2));
    assertEquals(1009, errorOf(reader));
  }

  @Test
  void futureVersionIsReadOnceTheClockReachesIt() {
    commit(request().set("k", "v"));
    CompletableFuture<VersionedReader> reader = server.reader(readVersion() + 300_000);
    environment.pass(Duration.ofMillis(299));
    assertFalse(reader.isDone());
    environment.pass(Duration.ofMillis(2));
    assertEquals("v", value(reader.join(), "k"));
  }

  @Test
  void futureVersionIsReadOnceACommitReachesIt() {
    long version = readVersion();
    CompletableFuture<VersionedReader> reader = server.reader(version + 300_000);
    environment.setClock(environment.instant().plusMillis(400));
    commit(request().set("k", "v"));
    assertEquals(null, environment.result(reader).get(bytes("k")));
  }

  @Test
  void atomicOperationsReadWhatTheGroupWroteBefore() {
    commit(request().set("n", "\1"));
    commitTogether(
        request().change(MutationType.ADD, "n", new byte[] {2}),
        request().change(MutationType.ADD, "n", new byte[] {4}),
        request().clear("m", "o").change(MutationType.ADD, "n", new byte[] {8}),
        request().change(MutationType.ADD, "n", new byte[] {16}));
    assertEquals("n=\30", rows(readVersion()));
  }

  @Test
  void versionstampsCarryVersionAndBatchOrder() {
    byte[] operand = stamped("stamp:", 6);
    CompletableFuture<CommitOutcome> first =
        server.commit(
            request().change(MutationType.SET_VERSIONSTAMPED_VALUE, "a", operand).build());
    CompletableFuture<CommitOutcome> second =
        server.commit(
            request().change(MutationType.SET_VERSIONSTAMPED_VALUE, "b", operand).build());
    environment.run();
    assertEquals("stamp:" + stamp(first.join()), value(first.join().version(), "a"));
    assertEquals("stamp:" + stamp(second.join()), value(second.join().version(), "b"));
    assertEquals(1, second.join().batchOrder());
  }

  @Test
  void versionstampedKeysConflictAtTheirFinalPlace() {
    long version = readVersion();
    byte[] template = stamped("log/", 4);
    Requests stamping = request();
    stamping.change(MutationType.SET_VERSIONSTAMPED_KEY, text(template), bytes("x"));
    CommitOutcome outcome = commit(stamping);
    String key = "log/" + stamp(outcome);
    assertEquals(key + "=x", rows(readVersion()));
    assertEquals(1020, conflictOf(request().at(version).reads(key).set("k", "v")));
    assertEquals(1020, conflictOf(request().at(version).reads("log/", "log0").set("k", "v")));
    commit(request().at(version).reads("log/\u00f0", "log0").set("k", "v"));
  }

  @Test
  void versionstampWithoutRoomIsRefusedAlone() {
    CompletableFuture<CommitOutcome> good = server.commit(request().set("a", "1").build());
    CompletableFuture<CommitOutcome> bad =
        server.commit(
            request().change(MutationType.SET_VERSIONSTAMPED_VALUE, "b", new byte[13]).build());
    environment.run();
    assertEquals(2000, errorOf(bad));
    assertFalse(good.isCompletedExceptionally());
  }

  @Test
  void clearsOfFewAndOfManyRowsLeaveTheSame() {
    for (int rows : new int[] {1, 63, 64, 65, 300}) {
      Requests load = request().set("a", "1").set("s", "1");
      for (int i = 0; i < rows; i++) {
        load.set(String.format("r%03d", i), "x");
      }
      commit(load);
      commitTogether(
          request().set("r5", "earlier in the group"),
          request().clear("r", "s").set("r7", "later"));
      assertEquals("a=1 r7=later s=1", rows(readVersion()));
    }
  }

  @Test
  void largestGroupSharesOneVersion() {
    List<CompletableFuture<CommitOutcome>> commits = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      commits.add(server.commit(request().set("k" + i, "v").build()));
    }
    environment.run();
    for (int i = 0; i < 1000; i++) {
      assertEquals(commits.get(0).join().version(), commits.get(i).join().version());
      assertEquals(i, commits.get(i).join().batchOrder());
    }
  }

  @Test
  void estimatesComeFromTheStorage() {
    commit(request().set("a", "1").set("b", "22"));
    assertEquals(5, reader(readVersion()).estimateBytes(bytes(""), bytes("z")));
    assertEquals(3, reader(readVersion()).estimateBytes(bytes("b"), bytes("c")));
  }

  @Test
  void commitsAfterClosingAreRefused() {
    VersionedReader reader = reader(readVersion());
    CompletableFuture<VersionedReader> future = server.reader(readVersion() + 10_000_000);
    CompletableFuture<Void> watch = server.watch(bytes("w"), null, 1);
    CompletableFuture<CommitOutcome> waiting = server.commit(request().set("a", "1").build());
    server.close();
    environment.run();
    assertEquals(1101, errorOf(waiting));
    assertEquals(1101, errorOf(watch));
    assertEquals(1101, errorOf(future));
    assertEquals(1101, codeOf(() -> reader.get(bytes("a"))));
    assertEquals(1101, errorOf(server.commit(request().set("a", "1").build())));
    assertEquals(1101, errorOf(server.readVersion()));
    assertEquals(1101, errorOf(server.reader(1)));
    assertEquals(1101, errorOf(server.watch(bytes("w"), null, 1)));
  }

  /** Closes the engine, opens another on the same rows, and gives its first read version. */
  abstract long reopenedVersion();

  @Test
  void versionsNeverRepeatOverReopening() {
    long last = 0;
    for (int i = 0; i < 5; i++) {
      long read = readVersion();
      assertTrue(read > last);
      CommitOutcome outcome = commit(request().set("k", "v" + i));
      assertTrue(outcome.version() > read);
      environment.pass(Duration.ofMillis(700));
      last = readVersion();
      assertTrue(last >= outcome.version());
      long reopened = reopenedVersion();
      assertTrue(reopened > last, reopened + " after " + last);
      assertEquals("k=v" + i, rows(reopened));
    }
  }

  @Test
  void versionsOfBeforeReopeningAreTooOld() {
    long before = readVersion();
    long after = reopenedVersion();
    assertEquals(1007, errorOf(server.reader(before)));
    assertEquals(1007, conflictOf(request().at(before).set("k", "v")));
    assertEquals(1007, conflictOf(request().at(after - 1).set("k", "v")));
    commit(request().at(after).set("k", "v"));
  }

  final CommitOutcome commit(Requests request) {
    return environment.result(server.commit(request.build()));
  }

  /** Commits in one group. */
  final List<CommitOutcome> commitTogether(Requests... requests) {
    List<CompletableFuture<CommitOutcome>> commits = new ArrayList<>();
    for (Requests request : requests) {
      commits.add(server.commit(request.build()));
    }
    environment.run();
    return commits.stream().map(CompletableFuture::join).toList();
  }

  final int conflictOf(Requests request) {
    return errorOf(server.commit(request.build()));
  }

  final long readVersion() {
    return environment.result(server.readVersion());
  }

  final VersionedReader reader(long version) {
    return environment.result(server.reader(version));
  }

  final String rows(long version) {
    return text(reader(version).range(bytes(""), bytes("\u00ff"), false, ALL, ALL));
  }

  final String value(long version, String key) {
    return value(reader(version), key);
  }

  static String value(VersionedReader reader, String key) {
    return text(Objects.requireNonNull(reader.get(bytes(key))));
  }

  static String stamp(CommitOutcome outcome) {
    return text(Versionstamps.pack(outcome.version(), outcome.batchOrder()));
  }

  final Throwable failureOf(CompletableFuture<?> future) {
    environment.run();
    assertTrue(future.isDone(), "not done though nothing is left to run");
    return Objects.requireNonNull(assertThrows(CompletionException.class, future::join).getCause());
  }

  final int errorOf(CompletableFuture<?> future) {
    return assertInstanceOf(FDBException.class, failureOf(future)).getCode();
  }

  static int codeOf(Executable call) {
    return assertThrows(FDBException.class, call).getCode();
  }

  /** Ten zero bytes after the text, then the offset. */
  static byte[] stamped(String before, int offset) {
    byte[] operand = Arrays.copyOf(bytes(before), before.length() + 14);
    operand[before.length() + 10] = (byte) offset;
    return operand;
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  static String text(List<KeyValue> rows) {
    List<String> found = new ArrayList<>();
    for (KeyValue row : rows) {
      found.add(text(row.getKey()) + "=" + text(row.getValue()));
    }
    return String.join(" ", found);
  }
}
