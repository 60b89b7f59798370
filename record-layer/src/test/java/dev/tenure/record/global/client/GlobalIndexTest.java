package dev.tenure.record.global.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.tenure.late.time.ManualClock;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.Version;
import dev.tenure.record.global.protocol.Content;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GlobalIndexTest {
  private static final PrimaryKey ALICE = new PrimaryKey("alice");
  private static final PrimaryKey BOB = new PrimaryKey("bob");
  private static final SecondaryKey EMAIL = new SecondaryKey("email", "ab@x.com");
  private static final SecondaryKey OTHER = new SecondaryKey("email", "other@x.com");
  private static final SecondaryKey TOWN = new SecondaryKey("town", "Berlin");
  private static final KeyDefinitions KEYS =
      KeyDefinitions.of(KeyDefinition.alternate("email"), KeyDefinition.shared("town"));

  private final ManualClock clock = new ManualClock();
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final Executor executor = tasks::add;
  private final List<MemoryShard.Data> data =
      List.of(new MemoryShard.Data(), new MemoryShard.Data(), new MemoryShard.Data());
  private final List<MemoryShard.Index> index =
      List.of(new MemoryShard.Index(), new MemoryShard.Index());
  private final Shards shards = Shards.hashed(data, index);
  private final GlobalIndex client = client(KEYS, GlobalIndexOptions.defaults());

  private GlobalIndex client(KeyDefinitions keys, GlobalIndexOptions options) {
    return GlobalIndex.start(shards, keys, clock, executor, options).join();
  }

  private static Content content(String value, SecondaryKey... keys) {
    return new Content(Set.of(keys), ByteString.copyFromUtf8(value));
  }

  private static void assertFails(Reason reason, CompletableFuture<?> call) {
    CompletionException error = assertThrows(CompletionException.class, call::join);
    assertEquals(reason, assertInstanceOf(GlobalIndexException.class, error.getCause()).reason());
  }

  private void runTasks() {
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
  }

  private Optional<PrimaryKey> owner(SecondaryKey key) {
    return client.read(key).join().map(DataRecord::key);
  }

  private void setIndexDown(boolean isDown) {
    index.forEach(each -> each.isDown = isDown);
  }

  @Test
  void recordIsFoundByBothKeysOnceItIsCreated() {
    client.create(ALICE, content("Alice", EMAIL)).join();
    assertEquals("Alice", client.read(ALICE).join().orElseThrow().value().toStringUtf8());
    assertEquals(Optional.of(ALICE), owner(EMAIL));
    assertEquals(Optional.empty(), owner(OTHER));
  }

  @Test
  void keyHasOneOwnerAndIsFreeAgainAfterEachWayToLoseIt() {
    client.create(ALICE, content("Alice", EMAIL)).join();
    assertFails(Reason.KEY_TAKEN, client.create(BOB, content("Bob", EMAIL)));
    assertEquals(Optional.empty(), client.read(BOB).join());
    client.update(ALICE, pdr -> content("Alice", OTHER)).join();
    client.create(BOB, content("Bob", EMAIL)).join();
    assertEquals(Optional.of(BOB), owner(EMAIL));
    assertTrue(client.delete(EMAIL).join());
    assertFalse(client.delete(BOB).join());
    client.update(OTHER, pdr -> content("Alice", EMAIL)).join();
    assertEquals(Optional.of(ALICE), owner(EMAIL));
  }

  @Test
  void createAndUpdateTellWhatIsWrong() {
    assertFails(Reason.RECORD_ABSENT, client.update(ALICE, pdr -> content("Alice")));
    assertFails(Reason.RECORD_ABSENT, client.update(EMAIL, pdr -> content("Alice")));
    client.create(ALICE, content("Alice")).join();
    assertFails(Reason.RECORD_EXISTS, client.create(ALICE, content("Alice")));
    assertThrows(
        IllegalArgumentException.class,
        () -> client.create(BOB, content("Bob", new SecondaryKey("handle", "bob"))).join());
  }

  @Test
  void createDoesNotReadFirst() {
    assertEquals(1, dataCalls(() -> client.create(ALICE, content("Alice")).join()));
    assertEquals(2, dataCalls(() -> client.create(BOB, content("Bob", EMAIL)).join()));
    assertEquals(1, index.stream().mapToInt(each -> each.calls).sum());
    assertEquals(
        2, dataCalls(() -> assertFails(Reason.RECORD_EXISTS, client.create(BOB, content("Bob")))));
  }

  private int dataCalls(Runnable operation) {
    int before = data.stream().mapToInt(each -> each.calls).sum();
    operation.run();
    return data.stream().mapToInt(each -> each.calls).sum() - before;
  }

  @Test
  void createTakesThePlaceOfADummyThatAnotherCreateLeft() {
    Version left = Version.first(new Generation(1, 99));
    for (PrimaryKey pk : List.of(ALICE, BOB)) {
      shards.dataOf(pk).write(ConditionalWrite.insert(DataRecord.dummy(pk, left))).join();
    }
    client.create(ALICE, content("Alice")).join();
    client.create(BOB, content("Bob", EMAIL)).join();
    assertEquals("Alice", client.read(ALICE).join().orElseThrow().value().toStringUtf8());
    assertEquals(Optional.of(BOB), owner(EMAIL));
  }

  @Test
  void errorNamesTheKeyWithoutItsValue() {
    client.create(ALICE, content("Alice", EMAIL)).join();
    CompletionException error =
        assertThrows(CompletionException.class, client.create(BOB, content("Bob", EMAIL))::join);
    String message = String.valueOf(error.getMessage());
    assertTrue(message.contains("email"), message);
    assertFalse(message.contains("ab@x.com"), message);
  }

  @Test
  void garbageIsCleanedInTheBackground() {
    client.create(ALICE, content("Alice", EMAIL, OTHER)).join();
    client.delete(ALICE).join();
    assertEquals(2, index.stream().mapToInt(each -> each.stored.size()).sum());
    runTasks();
    assertEquals(0, index.stream().mapToInt(each -> each.stored.size()).sum());
    assertEquals(new GarbageCleaning.Counts(2, 0, 0, 0), client.cleaning().counts());
  }

  @Test
  void executorThatRefusesACleanerChangesNoOperation() {
    List<Boolean> refusing = new ArrayList<>(List.of(true));
    GlobalIndex refused =
        GlobalIndex.start(
                shards,
                KEYS,
                clock,
                task -> {
                  if (refusing.get(0)) {
                    throw new RejectedExecutionException("shut down");
                  }
                  tasks.add(task);
                },
                GlobalIndexOptions.defaults().withCleanersMax(1))
            .join();
    refused.create(ALICE, content("Alice", EMAIL)).join();
    assertTrue(refused.delete(ALICE).join());
    assertEquals(Optional.empty(), refused.read(EMAIL).join());
    assertEquals(1, refused.cleaning().waiting());

    refusing.set(0, false);
    refused.create(BOB, content("Bob", OTHER)).join();
    assertTrue(refused.delete(BOB).join());
    runTasks();
    assertEquals(new GarbageCleaning.Counts(2, 0, 0, 0), refused.cleaning().counts());
  }

  @Test
  void keyBeyondALimitOfItsShardLeavesNeitherADummyNorABusyCleaner() {
    SecondaryKey tooLong = new SecondaryKey("email", "ab@x.com".repeat(100));
    assertLeavesNothing(content("Alice", EMAIL, tooLong));
  }

  @Test
  void valueBeyondALimitOfItsShardLeavesNothing() {
    assertLeavesNothing(content("Alice".repeat(10_000), EMAIL));
  }

  private void assertLeavesNothing(Content beyondALimit) {
    GlobalIndex one = client(KEYS, GlobalIndexOptions.defaults().withCleanersMax(1));
    CompletableFuture<?> refused = one.create(ALICE, beyondALimit);
    CompletionException error = assertThrows(CompletionException.class, refused::join);
    assertInstanceOf(IllegalArgumentException.class, error.getCause());
    assertEquals(
        0,
        data.stream()
            .flatMap(each -> each.stored.keySet().stream())
            .filter(pk -> !pk.isReserved())
            .count());

    runTasks();
    one.create(BOB, content("Bob", OTHER)).join();
    assertTrue(one.delete(BOB).join());
    runTasks();
    assertEquals(0, one.cleaning().waiting());
    assertEquals(0, index.stream().mapToInt(each -> each.stored.size()).sum());
  }

  @Test
  void noMoreSuspectsWaitThanAllowed() {
    GlobalIndex small =
        client(KEYS, GlobalIndexOptions.defaults().withCleanersMax(1).withSuspectsMax(1));
    small.create(ALICE, content("Alice", EMAIL, OTHER)).join();
    small.delete(ALICE).join();
    assertEquals(1, small.cleaning().waiting());
    assertEquals(1, small.cleaning().counts().dropped());
  }

  @Test
  void readsAndDeletesAskAllDataShardsWhileAnIndexShardIsDown() {
    client.create(ALICE, content("Alice", EMAIL, TOWN)).join();
    setIndexDown(true);
    assertEquals(Optional.of(ALICE), owner(EMAIL));
    assertEquals(1, client.readAll(TOWN).join().size());
    client.update(ALICE, pdr -> content("Alice again", EMAIL)).join();
    assertTrue(client.delete(EMAIL).join());
    assertEquals(Optional.empty(), owner(EMAIL));
  }

  @Test
  void createLeavesNothingWhenItsIndexShardIsKnownToBeDown() {
    setIndexDown(true);
    assertFails(Reason.SHARD_DOWN, client.create(ALICE, content("Alice", EMAIL)));
    int before = data.stream().mapToInt(each -> each.stored.size()).sum();
    assertFails(Reason.SHARD_DOWN, client.create(BOB, content("Bob", EMAIL)));
    assertEquals(before, data.stream().mapToInt(each -> each.stored.size()).sum());
    setIndexDown(false);
    clock.advance(GlobalIndexOptions.defaults().downFor());
    client.create(BOB, content("Bob", EMAIL)).join();
  }

  @Test
  void clockThatIsSetBackDoesNotKeepAnIndexShardDown() {
    setIndexDown(true);
    assertFails(Reason.SHARD_DOWN, client.create(ALICE, content("Alice", EMAIL)));
    setIndexDown(false);
    clock.set(clock.instant().minusSeconds(3_600));
    client.create(BOB, content("Bob", EMAIL)).join();
  }

  @Test
  void keyThatPassesOnWhileAllShardsAreAskedIsNotViolated() {
    PrimaryKey first = new PrimaryKey("first");
    PrimaryKey next =
        Stream.of("a", "b", "c", "d", "e")
            .map(PrimaryKey::new)
            .filter(pk -> data.indexOf(shards.dataOf(pk)) > data.indexOf(shards.dataOf(first)))
            .findFirst()
            .orElseThrow();
    client.create(first, content("", EMAIL)).join();
    client.create(next, content("")).join();
    GlobalIndex reader = client(KEYS, GlobalIndexOptions.defaults());
    setIndexDown(true);
    ((MemoryShard.Data) shards.dataOf(first)).afterFind =
        () -> {
          setIndexDown(false);
          client.update(first, pdr -> content("")).join();
          client.update(next, pdr -> content("", EMAIL)).join();
        };
    assertEquals(Optional.of(next), reader.read(EMAIL).join().map(DataRecord::key));
  }

  @Test
  void startFailsAsAnOperationDoesWhenTheShardOfClientIdsIsDown() {
    data.get(0).isDown = true;
    assertFails(
        Reason.SHARD_DOWN,
        GlobalIndex.start(shards, KEYS, clock, executor, GlobalIndexOptions.defaults()));
  }

  @Test
  void writesWhileAnIndexShardIsDownAreMarkedAndRepaired() {
    GlobalIndex open = client(KEYS, GlobalIndexOptions.defaults().withWritesWhileDown(true));
    setIndexDown(true);
    assertEquals(Set.of(EMAIL), open.create(ALICE, content("Alice", EMAIL)).join().unindexed());
    open.create(BOB, content("Bob", EMAIL)).join();
    assertFails(Reason.KEY_VIOLATED, open.read(EMAIL));
    setIndexDown(false);
    clock.advance(GlobalIndexOptions.defaults().downFor());
    assertEquals(Set.of(), open.repair(ALICE).join().unindexed());
    assertFails(Reason.KEY_TAKEN, open.repair(BOB));
    open.update(BOB, pdr -> content("Bob")).join();
    assertEquals(Optional.of(ALICE), owner(EMAIL));
  }

  @Test
  void sharedKeyHasManyOwners() {
    for (int i = 0; i < 150; i++) {
      client.create(new PrimaryKey("p" + i), content("", TOWN)).join();
    }
    client.delete(new PrimaryKey("p7")).join();
    assertEquals(149, client.readAll(TOWN).join().size());
    assertThrows(IllegalArgumentException.class, () -> client.read(TOWN).join());
  }

  @Test
  void keyThatIsBeingAddedCannotBeReadYet() {
    KeyDefinition filling = KeyDefinition.alternate("email").withState(KeyDefinition.State.FILLING);
    GlobalIndex adding = client(KeyDefinitions.of(filling), GlobalIndexOptions.defaults());
    adding.create(ALICE, content("Alice", EMAIL)).join();
    assertFails(Reason.KEY_NOT_READABLE, adding.read(EMAIL));
    assertEquals(Optional.of(ALICE), owner(EMAIL));
  }

  @Test
  void generationsRiseThoughTheClockStandsStillAndNoClientRepeatsAnother() {
    Generations one =
        Generations.draw(data.get(0), clock, GlobalIndexOptions.defaults().ceilingStep()).join();
    Generations two =
        Generations.draw(data.get(0), clock, GlobalIndexOptions.defaults().ceilingStep()).join();
    assertNotEquals(one.client(), two.client());
    long last = 0;
    for (int i = 0; i < 30_000; i++) {
      long next = one.next().join().timestamp();
      assertTrue(next > last);
      last = next;
    }
  }

  @Test
  void noTimestampIsGivenAboveTheStoredCeiling() {
    Generations generations =
        Generations.draw(data.get(0), clock, GlobalIndexOptions.defaults().ceilingStep()).join();
    clock.advance(GlobalIndexOptions.defaults().ceilingStep().multipliedBy(3));
    data.get(0).isDown = true;
    assertFails(Reason.SHARD_DOWN, generations.next());
    data.get(0).isDown = false;
    assertEquals(clock.millis(), generations.next().join().timestamp());
  }

  @Test
  void aGenerationIsGivenThoughEachCallTakesLongerThanTheStepOfTheCeiling() {
    Duration step = GlobalIndexOptions.defaults().ceilingStep();
    DataShard slow =
        new DataShard() {
          @Override
          public CompletableFuture<Optional<DataRecord>> read(PrimaryKey key) {
            clock.advance(step);
            return data.get(0).read(key);
          }

          @Override
          public CompletableFuture<Boolean> write(ConditionalWrite<PrimaryKey, DataRecord> write) {
            clock.advance(step);
            return data.get(0).write(write);
          }
        };
    Generations generations = Generations.draw(slow, clock, step).join();
    long last = 0;
    for (int i = 0; i < 3; i++) {
      long next = generations.next().join().timestamp();
      assertTrue(next > last && next <= clock.millis(), next + " after " + last);
      last = next;
    }
  }
}
