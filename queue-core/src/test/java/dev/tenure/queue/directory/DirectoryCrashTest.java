package dev.tenure.queue.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.TestCluster;
import dev.tenure.record.global.SecondaryKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A process dies in each write of an operation, before or after the write takes effect. Another
 * process then calls the operation again.
 */
final class DirectoryCrashTest {
  private static final TenantId AHAB = new TenantId("mail", "ahab");
  private static final TenantId ISHMAEL = new TenantId("mail", "ishmael");
  private static final TenantDetails DETAILS =
      TenantDetails.NONE.withKey("email", "a@b.example").withKey("handle", "@a");

  /**
   * Dies in step 1, 2 and so on, until the operation ends before.
   *
   * @param prepare what was there before
   * @param check is given a live process after the crash
   * @return how many steps the operation has
   */
  private static int dieInEachStep(
      boolean lastTakesEffect,
      BiConsumer<DirectoryFixture, TenantDirectory> prepare,
      Function<TenantDirectory, CompletableFuture<?>> operation,
      BiConsumer<DirectoryFixture, TenantDirectory> check) {
    for (int step = 1; step < 100; step++) {
      try (DirectoryFixture fixture = new DirectoryFixture()) {
        TenantDirectory healthy = fixture.active();
        prepare.accept(fixture, healthy);
        // A process writes when it starts its client of the index, and opens its clusters.
        Life counted = Life.endless();
        TenantDirectory probe = fixture.process(counted);
        fixture.await(probe.find(AHAB));
        int before = counted.steps();
        Life life = Life.until(before + step, lastTakesEffect);
        TenantDirectory mortal = fixture.process(life);
        fixture.await(mortal.find(AHAB));
        CompletableFuture<?> result = operation.apply(mortal);
        fixture.run(result);
        boolean ended = !life.isOver();
        // A step may also belong to what goes on in the background after the operation.
        assertFalse(ended && result.isCompletedExceptionally(), "step " + step);
        check.accept(fixture, fixture.process());
        if (ended) {
          return step - 1;
        }
      }
    }
    throw new AssertionError("the operation has 100 steps");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void creationIsFinishedByTheNextCall(boolean lastTakesEffect) {
    int steps =
        dieInEachStep(
            lastTakesEffect,
            (fixture, healthy) -> {},
            mortal -> mortal.create(AHAB, DETAILS),
            (fixture, directory) -> {
              TenantEntry entry = fixture.await(directory.create(AHAB, DETAILS));
              assertOnePlace(fixture, directory, entry);
            });
    assertTrue(steps >= 5, "steps: " + steps);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void creationThatStoppedIsDeleted(boolean lastTakesEffect) {
    dieInEachStep(
        lastTakesEffect,
        (fixture, healthy) -> {},
        mortal -> mortal.create(AHAB, DETAILS),
        (fixture, directory) -> {
          fixture.await(directory.delete(AHAB));
          assertGone(fixture, directory);
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void deletionIsFinishedByTheNextCall(boolean lastTakesEffect) {
    int steps =
        dieInEachStep(
            lastTakesEffect,
            DirectoryCrashTest::fill,
            mortal -> mortal.delete(AHAB),
            (fixture, directory) -> {
              fixture.await(directory.delete(AHAB));
              assertGone(fixture, directory);
            });
    assertTrue(steps >= 6, "steps: " + steps);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void keysAreFreeWhenADeletionStopsAfterItsBegin(boolean lastTakesEffect) {
    dieInEachStep(
        lastTakesEffect,
        DirectoryCrashTest::fill,
        mortal -> mortal.delete(AHAB),
        (fixture, directory) -> {
          Optional<TenantEntry> entry = fixture.await(directory.find(AHAB));
          if (entry.filter(each -> each.state() != TenantState.DELETING).isEmpty()) {
            fixture.await(directory.create(ISHMAEL, DETAILS));
          } else {
            fixture.failure(Code.ALTERNATE_KEY_TAKEN, directory.create(ISHMAEL, DETAILS));
          }
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void suspensionAndResumptionAreFinishedByTheNextCall(boolean lastTakesEffect) {
    dieInEachStep(
        lastTakesEffect,
        DirectoryCrashTest::fill,
        mortal -> mortal.suspend(AHAB, "unpaid"),
        (fixture, directory) -> {
          fixture.await(directory.suspend(AHAB, "unpaid"));
          fixture.failure(Code.TENANT_SUSPENDED, DirectoryFixture.enqueue(directory, AHAB));
        });
    dieInEachStep(
        lastTakesEffect,
        (fixture, healthy) -> {
          fill(fixture, healthy);
          fixture.await(healthy.suspend(AHAB, "unpaid"));
        },
        mortal -> mortal.resume(AHAB),
        (fixture, directory) -> {
          fixture.await(directory.resume(AHAB));
          fixture.await(DirectoryFixture.enqueue(directory, AHAB));
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void changeOfKeysIsFinishedByTheNextCall(boolean lastTakesEffect) {
    dieInEachStep(
        lastTakesEffect,
        DirectoryCrashTest::fill,
        mortal -> mortal.change(AHAB, each -> each.withKey("email", "new@b.example")),
        (fixture, directory) -> {
          fixture.await(directory.change(AHAB, each -> each.withKey("email", "new@b.example")));
          assertEquals(
              AHAB,
              fixture
                  .await(directory.find(new SecondaryKey("email", "new@b.example")))
                  .orElseThrow()
                  .tenant());
          fixture.await(
              directory.create(ISHMAEL, TenantDetails.NONE.withKey("email", "a@b.example")));
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void auditFinishesWhatStopped(boolean lastTakesEffect) {
    for (boolean deletes : new boolean[] {false, true}) {
      dieInEachStep(
          lastTakesEffect,
          (fixture, healthy) -> {
            if (deletes) {
              fill(fixture, healthy);
            }
          },
          mortal -> deletes ? mortal.delete(AHAB) : mortal.create(AHAB, DETAILS),
          (fixture, directory) -> {
            fixture.advance(Duration.ofMinutes(2));
            Audits.all(fixture, directory, true);
            assertEquals(List.of(), Audits.all(fixture, directory, false));
            Optional<TenantEntry> entry = fixture.await(directory.find(AHAB));
            assertTrue(entry.filter(each -> each.state() != TenantState.ACTIVE).isEmpty());
            assertEquals(entry.stream().map(TenantEntry::cluster).toList(), fixture.stores(AHAB));
          });
    }
  }

  private static void fill(DirectoryFixture fixture, TenantDirectory directory) {
    fixture.await(directory.create(AHAB, DETAILS));
    fixture.advance(Duration.ofMinutes(2));
    fixture.await(DirectoryFixture.enqueue(directory, AHAB));
    fixture.await(
        directory
            .deployment()
            .run(
                AHAB,
                tx ->
                    tx.zone("later")
                        .enqueue(TestCluster.item("x").withDelay(Duration.ofHours(1)))
                        .thenCompose(
                            done ->
                                tx.zone("later")
                                    .enqueue(
                                        TestCluster.item("y").withDelay(Duration.ofMinutes(9))))));
  }

  private static void assertOnePlace(
      DirectoryFixture fixture, TenantDirectory directory, TenantEntry entry) {
    assertEquals(TenantState.ACTIVE, entry.state());
    assertEquals(List.of(entry.cluster()), fixture.stores(AHAB));
    DETAILS
        .keys()
        .forEach(key -> assertEquals(Optional.of(entry), fixture.await(directory.find(key))));
    fixture.await(DirectoryFixture.enqueue(directory, AHAB));
  }

  private static void assertGone(DirectoryFixture fixture, TenantDirectory directory) {
    fixture.advance(Duration.ofMinutes(2));
    Audits.all(fixture, directory, true);
    assertEquals(List.of(), fixture.keysWith("ahab"));
    assertEquals(Optional.empty(), fixture.await(directory.find(AHAB)));
    fixture.await(directory.create(ISHMAEL, DETAILS));
  }
}
