package dev.tenure.queue.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.record.error.FdbErrorPredicates;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The shards stop answering at each of an operation's calls. The operation is repeated when they
 * answer again.
 */
final class ShardFaultsTest {
  private static final TenantId AHAB = new TenantId("mail", "ahab");
  private static final TenantDetails DETAILS =
      TenantDetails.NONE.withKey("email", "a@b.example").withKey("handle", "@a");

  /**
   * @param created whether the tenant is there before
   * @param state the state in the end; empty when the tenant is to be gone
   */
  private static void failAtEachCall(
      boolean takesEffect,
      boolean created,
      Function<TenantDirectory, CompletableFuture<?>> operation,
      Optional<TenantState> state) {
    int told = 0;
    int maybe = 0;
    boolean unanswered = true;
    for (int calls = 0; unanswered; calls++) {
      try (DirectoryFixture fixture = new DirectoryFixture()) {
        fixture.active();
        Life life = Life.endless();
        TenantDirectory directory = fixture.process(life);
        if (created) {
          fixture.await(directory.create(AHAB, DETAILS));
        }
        Optional<TenantState> before = fixture.await(directory.find(AHAB)).map(TenantEntry::state);
        life.shardsDownAfter(calls, takesEffect);
        CompletableFuture<?> first = operation.apply(directory);
        fixture.run(first);
        unanswered = life.shardsUp();
        if (first.isCompletedExceptionally()) {
          QueueException error =
              (QueueException)
                  FdbErrorPredicates.unwrap(first.handle((value, thrown) -> thrown).join());
          assertEquals(Code.DIRECTORY_UNAVAILABLE, error.code(), error.toString());
          assertTrue(error.retryable());
          told++;
          maybe += error.maybeCommitted() ? 1 : 0;
          Optional<TenantState> left =
              fixture.await(fixture.process().find(AHAB)).map(TenantEntry::state);
          assertTrue(
              error.maybeCommitted() || left.equals(before), "left as " + left + ": " + error);
        }
        // The client takes a shard that failed for down for a second.
        fixture.advance(Duration.ofSeconds(2));
        fixture.await(operation.apply(directory));
        Optional<TenantEntry> entry = fixture.await(fixture.process().find(AHAB));
        assertEquals(state, entry.map(TenantEntry::state), "after " + calls + " calls");
        assertEquals(entry.stream().map(TenantEntry::cluster).toList(), fixture.stores(AHAB));
        assertEquals(List.of(), Audits.all(fixture, fixture.process(), false));
      }
    }
    assertTrue(told >= 2, "errors: " + told);
    assertTrue(maybe >= 1, "errors of unknown outcome: " + maybe);
    assertFalse(maybe == told, "errors of known outcome: none");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void creationIsRepeated(boolean takesEffect) {
    failAtEachCall(
        takesEffect,
        false,
        directory -> directory.create(AHAB, DETAILS),
        Optional.of(TenantState.ACTIVE));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void suspensionIsRepeated(boolean takesEffect) {
    failAtEachCall(
        takesEffect,
        true,
        directory -> directory.suspend(AHAB, "unpaid"),
        Optional.of(TenantState.SUSPENDED));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void deletionIsRepeated(boolean takesEffect) {
    failAtEachCall(takesEffect, true, directory -> directory.delete(AHAB), Optional.empty());
  }
}
