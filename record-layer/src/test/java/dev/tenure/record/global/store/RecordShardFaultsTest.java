package dev.tenure.record.global.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.subspace.Subspace;
import com.google.protobuf.ByteString;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.late.time.ManualClock;
import dev.tenure.late.time.VirtualTime;
import dev.tenure.record.PlantedFaults;
import dev.tenure.record.database.CommitMarkerOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.Withholding;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.ShardDownException;
import dev.tenure.record.global.Version;
import dev.tenure.record.keyspace.DirectoryType;
import dev.tenure.record.keyspace.KeySpace;
import dev.tenure.record.keyspace.KeySpaceDirectory;
import dev.tenure.record.keyspace.KeySpacePath;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.header.StoreLock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a shard tells of the errors and the silence of its database. */
final class RecordShardFaultsTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(3);
  private static final PrimaryKey KEY = new PrimaryKey("a");
  private static final DataRecord FIRST = record(1);
  private static final DataRecord SECOND = record(2);

  private final VirtualTime timer = new VirtualTime();
  private final PlantedFaults faults = new PlantedFaults();
  private final Database engine =
      EmbeddedDatabase.memory(
          EmbeddedEnvironment.builder()
              .clock(new ManualClock())
              .executor(Runnable::run)
              .commitExecutor(Runnable::run)
              .timer(timer)
              .faults(faults)
              .build());
  private final Withholding hanging = new Withholding(engine, Integer.MAX_VALUE);
  private final RecordDatabase database = builder().build();
  private final KeySpacePath path =
      KeySpace.of(
              new Subspace(new byte[] {1}),
              KeySpaceDirectory.constant("shard", DirectoryType.LONG, 1L))
          .path("shard");
  private final RecordShard shard = shard(database);

  private RecordDatabase.Builder builder() {
    return RecordDatabase.builder(hanging.database)
        .clock(timer.clock())
        .random(new SplittableRandom(7))
        .executor(Runnable::run)
        .timer(timer);
  }

  private RecordShard shard(RecordDatabase on) {
    return RecordShard.of(on, path, RecordShardOptions.defaults().withTimeout(TIMEOUT));
  }

  private static DataRecord record(long count) {
    return new DataRecord(
        KEY, new Version(new Generation(1, 1), count), Set.of(), Set.of(), ByteString.EMPTY);
  }

  @BeforeEach
  void fill() {
    assertTrue(answer(shard.data().write(ConditionalWrite.insert(FIRST))));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private <T> T answer(CompletableFuture<T> future) {
    while (!future.isDone() && timer.step()) {}
    return future.join();
  }

  private ShardDownException down(CompletableFuture<?> future) {
    Throwable error =
        FdbErrorPredicates.unwrap(assertThrows(CompletionException.class, () -> answer(future)));
    return assertInstanceOf(ShardDownException.class, error);
  }

  private static ConditionalWrite<PrimaryKey, DataRecord> update() {
    return ConditionalWrite.replace(FIRST.version(), SECOND);
  }

  private Optional<DataRecord> stored() {
    hanging.answer(Integer.MAX_VALUE);
    return answer(shard.data().read(KEY));
  }

  @ParameterizedTest
  @EnumSource(names = {"NOT_COMMITTED", "TRANSACTION_TOO_OLD"})
  void writeRefusedWithoutEffectIsMadeAgainWhileItsConditionHolds(CommitFault fault) {
    faults.plant(fault);
    faults.plant(fault);
    assertTrue(answer(shard.data().write(update())));
    assertTrue(faults.isUsedUp());
    assertEquals(Optional.of(SECOND), stored());
  }

  @Test
  void conflictWithAWriteThatEndsTheConditionGivesFalse() {
    faults.plant(CommitFault.NOT_COMMITTED);
    CompletableFuture<Boolean> write = shard.data().write(update());
    assertFalse(write.isDone());
    assertTrue(
        answer(shard(database).data().write(ConditionalWrite.replace(FIRST.version(), SECOND))));
    assertFalse(answer(write));
  }

  @Test
  void writeRefusedForAllOfItsTimeHasNotBeenMade() {
    for (int i = 0; i < 40; i++) {
      faults.plant(CommitFault.NOT_COMMITTED);
    }
    Duration began = timer.elapsed();
    assertFalse(down(shard.data().write(update())).maybeWritten());
    assertTrue(timer.elapsed().minus(began).compareTo(TIMEOUT.plusSeconds(1)) <= 0);
    assertFalse(faults.isUsedUp());
  }

  @ParameterizedTest
  @EnumSource(names = {"UNKNOWN_RESULT_APPLIED", "UNKNOWN_RESULT_NOT_APPLIED"})
  void commitWithUnknownResultMayHaveBeenMadeAndIsNotRepeated(CommitFault fault) {
    faults.plant(fault);
    assertTrue(down(shard.data().write(update())).maybeWritten());
    boolean applied = fault == CommitFault.UNKNOWN_RESULT_APPLIED;
    assertEquals(Optional.of(applied ? SECOND : FIRST), stored());
  }

  @ParameterizedTest
  @EnumSource(names = {"UNKNOWN_RESULT_APPLIED", "UNKNOWN_RESULT_NOT_APPLIED"})
  void commitWithUnknownResultIsLookedUpByCommitMarkers(CommitFault fault) {
    RecordDatabase marking =
        builder()
            .commitMarkers(new CommitMarkerOptions(new Subspace(new byte[] {'l'}), "p", 1))
            .build();
    faults.plant(fault);
    assertTrue(answer(shard(marking).data().write(update())));
    assertEquals(Optional.of(SECOND), stored());
  }

  @Test
  void silentDatabaseIsDownWhereverItStopsAnswering() {
    int commits = 0;
    for (int answers = 0; answers < 12; answers++) {
      hanging.answer(answers);
      Duration began = timer.elapsed();
      CompletableFuture<Boolean> write = shard.data().write(update());
      if (write.isDone()) {
        assertTrue(write.join());
        assertTrue(commits == 1, "commits that were withheld: " + commits);
        return;
      }
      assertEquals(hanging.withheldCommits() > commits, down(write).maybeWritten());
      commits = hanging.withheldCommits();
      assertTrue(timer.elapsed().minus(began).compareTo(TIMEOUT.plusSeconds(1)) <= 0);
      assertEquals(0, hanging.open(), "transactions left open");
    }
    throw new AssertionError("a write needs more than 12 answers");
  }

  @Test
  void silentDatabaseFailsEveryReadInTime() {
    hanging.answer(0);
    assertFalse(down(shard.data().read(KEY)).maybeWritten());
    assertFalse(down(shard.data().scan(null, 1)).maybeWritten());
    assertTrue(down(shard.data().read(KEY)).toString().contains("/shard"));
  }

  @Test
  void lockedStoreRefusesWritesAndAnswersReads() {
    var unused =
        answer(
            database.run(
                context ->
                    path.toSubspace(context)
                        .thenCompose(
                            subspace ->
                                RecordStore.open(
                                    context, subspace, RecordForms.META_DATA, OpenMode.OPEN))
                        .thenAccept(store -> store.lock(StoreLock.Kind.WRITES, "a move"))));
    ShardDownException error = down(shard.data().write(update()));
    assertFalse(error.maybeWritten());
    assertTrue(error.toString().contains("a move"), error::toString);
    assertEquals(List.of(FIRST), answer(shard.data().scan(null, 9)));
  }
}
