package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.apple.foundationdb.FDBException;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.spring.cluster.OpenedClusters;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A blocking call inside a body is refused in every attempt, and not only after a conflict. */
final class NestedTransactionTest {
  private final TenureRuntime runtime = TenureRuntime.start();
  private final OpenedClusters opened = MemoryClusters.open(runtime, "a", "b");
  private final TenureTemplate template = new TenureTemplate(opened.deployment());

  @BeforeEach
  void makeAlice() {
    template.createTenant(Notes.ALICE);
  }

  @AfterEach
  void close() {
    opened.close();
    runtime.close();
  }

  private static CompletionStage<Void> enqueue(TenantTransaction tx, String text) {
    return tx.zone().enqueue(NewItem.of(Notes.NOTE, text)).thenAccept(done -> {});
  }

  private void assertRefused(Function<TenantTransaction, CompletionStage<Void>> body) {
    assertThatIllegalStateException()
        .isThrownBy(() -> template.named("order").execute(Notes.ALICE, body))
        .withMessageContaining("execute would wait")
        .withMessageContaining("executeAsync");
    assertThat(Notes.counts(template)).isEmpty();
  }

  private void waitInside() {
    var unused = template.execute(Notes.ALICE, tx -> tx.zone().countByType());
  }

  @Test
  void aFirstAttemptIsRefusedToWait() {
    assertRefused(
        tx -> {
          waitInside();
          return enqueue(tx, "lost");
        });
  }

  @Test
  void aStepOfABodyIsRefusedToWait() {
    assertRefused(tx -> enqueue(tx, "lost").thenAccept(done -> waitInside()));
  }

  @Test
  void theErrorNamesTheTransactionAround() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                template
                    .named("order")
                    .execute(
                        Notes.ALICE,
                        tx -> {
                          waitInside();
                          return enqueue(tx, "lost");
                        }))
        .withMessage(
            "execute would wait inside the transaction \"order\", whose body may run again on a"
                + " thread that must not wait; use the body's TenantTransaction for the same"
                + " tenant, or executeAsync for a transaction apart");
  }

  @Test
  void everyAttemptIsRefusedToWaitAlike() {
    AtomicInteger attempts = new AtomicInteger();
    Queue<String> refusals = new ConcurrentLinkedQueue<>();
    template.execute(
        Notes.ALICE,
        tx -> {
          try {
            waitInside();
          } catch (IllegalStateException e) {
            refusals.add(Thread.currentThread().getName());
          }
          return attempts.incrementAndGet() < 3
              ? CompletableFuture.<Void>failedFuture(new FDBException("not_committed", 1020))
              : enqueue(tx, "kept");
        });
    assertThat(refusals).hasSize(3);
    assertThat(Notes.counts(template)).containsExactly(Map.entry("note", 1L));
  }

  @Test
  void otherBlockingCallsAreRefusedToo() {
    for (Consumer<TenureTemplate> call :
        List.<Consumer<TenureTemplate>>of(
            inner -> inner.createTenant(Notes.ALICE),
            inner -> inner.enqueue(Notes.ALICE, "default", NewItem.of(Notes.NOTE, "lost")))) {
      assertThatIllegalStateException()
          .isThrownBy(
              () ->
                  template.execute(
                      Notes.ALICE,
                      tx -> {
                        call.accept(template);
                        return enqueue(tx, "lost");
                      }));
    }
    assertThat(Notes.counts(template)).isEmpty();
  }

  @Test
  void aTransactionApartIsComposed() {
    Notes.enqueue(template, "first, so that the zone has its pointer");
    CompletionStage<Void> both =
        template.executeAsync(
            Notes.ALICE,
            outer ->
                template
                    .executeAsync(Notes.ALICE, inner -> enqueue(inner, "apart"))
                    .thenCompose(done -> enqueue(outer, "around")));
    both.toCompletableFuture().join();
    assertThat(Notes.counts(template)).containsExactly(Map.entry("note", 3L));
  }

  @Test
  void aThreadMayWaitAgainAfterACallThatFailed() {
    assertRefused(
        tx -> {
          waitInside();
          return enqueue(tx, "lost");
        });
    Notes.enqueue(template, "kept");
    assertThat(Notes.counts(template)).containsExactly(Map.entry("note", 1L));
  }
}
