package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.apple.foundationdb.FDBException;
import dev.tenure.queue.NewItem;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RetryListener.Retry;
import dev.tenure.record.database.RunOptions;
import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import dev.tenure.spring.autoconfigure.TenureMetricsAutoConfiguration;
import dev.tenure.spring.cluster.OpenedClusters;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A template's call has a name, options, and a time limit at which it ends. */
final class LimitedRunTest {
  private static final Duration SHORT = Duration.ofMillis(100);
  private static final RunOptions ORDER = RunOptions.defaults().withName("order");

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  TenureAutoConfiguration.class,
                  TenureMetricsAutoConfiguration.class,
                  MetricsAutoConfiguration.class,
                  CompositeMeterRegistryAutoConfiguration.class,
                  SimpleMetricsExportAutoConfiguration.class))
          .withPropertyValues("tenure.clusters[0].name=a", "tenure.clusters[0].url=memory:a");

  private static TimeLimitException overdue(CompletableFuture<?> call) throws Exception {
    try {
      throw new AssertionError("the call ended with " + call.get(3, TimeUnit.MINUTES));
    } catch (ExecutionException e) {
      return assertInstanceOf(TimeLimitException.class, e.getCause());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a,b"})
  void aBodyUnderWayAtTheLimitIsNotCommitted(String clusters) throws Exception {
    try (TenureRuntime runtime = TenureRuntime.start();
        OpenedClusters opened = MemoryClusters.open(runtime, clusters.split(","))) {
      TenureTemplate template = new TenureTemplate(opened.deployment());
      template.createTenant(Notes.ALICE);
      CompletableFuture<Void> gate = new CompletableFuture<>();

      TimeLimitException error =
          overdue(
              template
                  .named("order")
                  .withTimeLimit(SHORT)
                  .executeAsync(
                      Notes.ALICE,
                      tx ->
                          tx.zone()
                              .enqueue(NewItem.of(Notes.NOTE, "late"))
                              .thenCompose(done -> gate)));

      assertThat(error)
          .hasMessage(
              "order of tenant notes/alice did not end within PT0.1S; it was not committed");
      assertThat(error.maybeCommitted()).isFalse();
      gate.complete(null);
      assertThat(Notes.counts(template)).isEmpty();
    }
  }

  @Test
  void aCommitUnderWayAtTheLimitMayTakeEffect() throws Exception {
    try (TenureRuntime runtime = TenureRuntime.start();
        OpenedClusters opened = MemoryClusters.open(runtime, "a")) {
      LimitedRun run = LimitedRun.of(ORDER, Notes.ALICE, SHORT);
      assertThat(run.body((String tx) -> CompletableFuture.completedFuture("x")).apply("tx"))
          .isCompletedWithValue("x");

      TimeLimitException error = overdue(run.limit(database(opened), new CompletableFuture<>()));

      assertThat(error).hasMessageEndingWith("within PT0.1S; it may have been committed");
      assertThat(error.maybeCommitted()).isTrue();
    }
  }

  @Test
  void theErrorTellsWhyAttemptsWereRepeated() throws Exception {
    try (TenureRuntime runtime = TenureRuntime.start();
        OpenedClusters opened = MemoryClusters.open(runtime, "a")) {
      LimitedRun run = LimitedRun.of(ORDER, Notes.ALICE, SHORT);
      FDBException tooOld = new FDBException("transaction_too_old", 1007);
      run.options()
          .retryListener()
          .retrying(new Retry("order", 1, tooOld, false, Duration.ofMillis(10)));

      TimeLimitException error = overdue(run.limit(database(opened), new CompletableFuture<>()));

      assertThat(error)
          .hasMessageContaining("within PT0.1S in 3 attempts; it was not committed")
          .hasCause(tooOld);
    }
  }

  private static RecordDatabase database(OpenedClusters opened) {
    return opened.deployment().clusters().get(0).database();
  }

  @Test
  void noAttemptBeginsAfterTheLimit() {
    LimitedRun run = LimitedRun.of(ORDER, Notes.ALICE, SHORT);
    assertThat(run.options().timeMax()).contains(SHORT);
    assertThat(
            LimitedRun.of(ORDER.withTimeMax(Duration.ofMillis(5)), Notes.ALICE, SHORT)
                .options()
                .timeMax())
        .isEqualTo(Optional.of(Duration.ofMillis(5)));
  }

  @Test
  void thePropertySetsTheLimitOfCallsThatWait() {
    runner
        .withPropertyValues("tenure.template.time-limit=100ms")
        .run(
            context -> {
              TenureTemplate template = context.getBean(TenureTemplate.class);
              // not by the template, whose limit a slow machine may reach
              assertThat(
                      context
                          .getBean(OpenedClusters.class)
                          .deployment()
                          .createTenant(Notes.ALICE)
                          .join())
                  .isNotNull();
              assertThatExceptionOfType(TimeLimitException.class)
                  .isThrownBy(
                      () -> template.execute(Notes.ALICE, tx -> new CompletableFuture<Void>()));
            });
    runner
        .withPropertyValues("tenure.template.time-limit=9ms")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("tenure.template.time-limit is PT0.009S, it must be"));
  }

  @Test
  void transactionsAreMeteredByTheNameOfTheirTemplate() {
    runner.run(
        context -> {
          TenureTemplate template = context.getBean(TenureTemplate.class);
          template.createTenant(Notes.ALICE);
          NewItem note = NewItem.of(Notes.NOTE, "hello");
          template.named("sign-up").execute(Notes.ALICE, tx -> tx.zone().enqueue(note));
          template.enqueue(Notes.ALICE, "default", note);
          MeterRegistry meters = context.getBean(MeterRegistry.class);
          for (String run : new String[] {"sign-up", "enqueue"}) {
            assertThat(
                    meters
                        .get("tenure.record.transactions.committed")
                        .tag("run", run)
                        .counter()
                        .count())
                .as(run)
                .isEqualTo(1);
          }
        });
  }

  @Test
  void optionsOfTheRunnerAreThoseOfTheTemplate() {
    runner.run(
        context -> {
          TenureTemplate template = context.getBean(TenureTemplate.class);
          template.createTenant(Notes.ALICE);
          AtomicInteger attempts = new AtomicInteger();
          assertThatExceptionOfType(RuntimeException.class)
              .isThrownBy(
                  () ->
                      template
                          .withOptions(options -> options.withAttemptsMax(2))
                          .execute(
                              Notes.ALICE,
                              tx -> {
                                attempts.incrementAndGet();
                                return CompletableFuture.<Void>failedFuture(
                                    new FDBException("not_committed", 1020));
                              }))
              .withMessageContaining("attempt 2 of 2");
          assertThat(attempts).hasValue(2);
        });
  }

  @Test
  void refusesANameAndALimitThatCannotBeUsed() {
    runner.run(
        context -> {
          TenureTemplate template = context.getBean(TenureTemplate.class);
          assertThatIllegalArgumentException()
              .isThrownBy(() -> template.named(""))
              .withMessageContaining("template name");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> template.withTimeLimit(Duration.ofDays(2)))
              .withMessageContaining("time limit is PT48H");
        });
  }
}
