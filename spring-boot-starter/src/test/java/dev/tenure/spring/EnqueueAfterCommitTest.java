package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.zone.EnqueueResult;
import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** Items of methods that are {@code @Transactional}: what holds, and what does not. */
final class EnqueueAfterCommitTest {
  private static final TenantId NOBODY = new TenantId("notes", "nobody");
  private static final String ZONE = "default";

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(TenureAutoConfiguration.class))
          .withPropertyValues("tenure.clusters.a.url=memory:a")
          .withUserConfiguration(Application.class);

  @Configuration(proxyBeanMethods = false)
  @EnableTransactionManagement(proxyTargetClass = true)
  static class Application {

    @Bean
    static PlatformTransactionManager transactionManager() {
      return new NothingToCommit();
    }

    @Bean
    static SignUps signUps(TenureTemplate tenure) {
      return new SignUps(tenure);
    }
  }

  /** Transactions of no database: only what follows them is looked at. */
  static final class NothingToCommit extends AbstractPlatformTransactionManager {
    private static final long serialVersionUID = 1L;

    @Override
    protected Object doGetTransaction() {
      return "transaction";
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {}

    @Override
    protected void doCommit(DefaultTransactionStatus status) {}

    @Override
    protected void doRollback(DefaultTransactionStatus status) {}
  }

  /** A service as an application has it. */
  static class SignUps {
    private final TenureTemplate tenure;

    SignUps(TenureTemplate tenure) {
      this.tenure = tenure;
    }

    @Transactional
    public CompletableFuture<EnqueueResult> signUp(String text) {
      CompletableFuture<EnqueueResult> enqueued =
          tenure.enqueueAfterCommit(Notes.ALICE, ZONE, NewItem.of(Notes.NOTE, text));
      assertThat(enqueued).isNotDone();
      assertThat(Notes.counts(tenure)).isEmpty();
      return enqueued;
    }

    @Transactional
    public void signUpAndThrow(CompletableFuture<CompletableFuture<EnqueueResult>> told) {
      told.complete(tenure.enqueueAfterCommit(Notes.ALICE, ZONE, NewItem.of(Notes.NOTE, "lost")));
      throw new IllegalStateException("the class is full");
    }

    @Transactional
    public void enqueueAndThrow() {
      tenure.enqueue(Notes.ALICE, ZONE, NewItem.of(Notes.NOTE, "stays"));
      throw new IllegalStateException("the class is full");
    }

    @Transactional
    public void signUpOfNobodyAndOfAlice() {
      var first = tenure.enqueueAfterCommit(NOBODY, ZONE, NewItem.of(Notes.NOTE, "nobody"));
      var second =
          tenure.executeAfterCommit(
              Notes.ALICE, tx -> tx.zone().enqueue(NewItem.of(Notes.NOTE, "alice")));
      assertThat(first).isNotDone();
      assertThat(second).isNotDone();
    }
  }

  private void withAlice(BiConsumer<SignUps, TenureTemplate> test) {
    runner.run(
        context -> {
          TenureTemplate tenure = context.getBean(TenureTemplate.class);
          tenure.createTenant(Notes.ALICE);
          test.accept(context.getBean(SignUps.class), tenure);
        });
  }

  @Test
  void anItemIsEnqueuedWhenTheTransactionHasCommitted() {
    withAlice(
        (signUps, tenure) -> {
          assertThat(signUps.signUp("hello")).isCompleted();
          assertThat(Notes.counts(tenure)).isEqualTo(Map.of("note", 1L));
        });
  }

  @Test
  void anItemOfATransactionThatRollsBackIsNotEnqueued() {
    withAlice(
        (signUps, tenure) -> {
          CompletableFuture<CompletableFuture<EnqueueResult>> told = new CompletableFuture<>();
          assertThatThrownBy(() -> signUps.signUpAndThrow(told))
              .isInstanceOf(IllegalStateException.class);
          assertThat(Objects.requireNonNull(told.join())).isCancelled();
          assertThat(Notes.counts(tenure)).isEmpty();
        });
  }

  /** The transaction of a template is not Spring's. */
  @Test
  void anItemThatIsEnqueuedAtOnceStaysWhenTheTransactionRollsBack() {
    withAlice(
        (signUps, tenure) -> {
          assertThatThrownBy(signUps::enqueueAndThrow).isInstanceOf(IllegalStateException.class);
          assertThat(Notes.counts(tenure)).isEqualTo(Map.of("note", 1L));
        });
  }

  @Test
  void anErrorAfterTheCommitReachesTheCallerAndTheOtherItemsAreEnqueued() {
    withAlice(
        (signUps, tenure) -> {
          assertThatThrownBy(signUps::signUpOfNobodyAndOfAlice)
              .isInstanceOf(QueueException.class)
              .hasMessageContaining("notes/nobody");
          assertThat(Notes.counts(tenure)).isEqualTo(Map.of("note", 1L));
        });
  }

  @Test
  void withoutATransactionAnItemIsEnqueuedAtOnce() {
    withAlice(
        (signUps, tenure) -> {
          assertThat(tenure.enqueueAfterCommit(Notes.ALICE, ZONE, NewItem.of(Notes.NOTE, "now")))
              .isCompleted();
          assertThatThrownBy(
                  () -> tenure.enqueueAfterCommit(NOBODY, ZONE, NewItem.of(Notes.NOTE, "now")))
              .isInstanceOf(QueueException.class);
        });
  }

  @Test
  void insideTheBodyOfATransactionItIsRefused() {
    withAlice(
        (signUps, tenure) ->
            assertThatThrownBy(
                    () ->
                        tenure.execute(
                            Notes.ALICE,
                            tx ->
                                tenure.enqueueAfterCommit(
                                    Notes.ALICE, ZONE, NewItem.of(Notes.NOTE, "inside"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("enqueueAfterCommit would wait inside"));
  }

  @Test
  void anApplicationWithoutSpringsTransactionsStarts() {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(TenureAutoConfiguration.class))
        .withPropertyValues("tenure.clusters.a.url=memory:a")
        .withClassLoader(new FilteredClassLoader("org.springframework.transaction"))
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThat(context.getBean(TenureTemplate.class).createTenant(Notes.ALICE))
                  .isEqualTo("a");
            });
  }
}
