package dev.tenure.spring.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.record.meter.MemoryMeters;
import dev.tenure.record.meter.RecordCounter;
import dev.tenure.record.meter.RecordMeters;
import dev.tenure.record.meter.RecordTimer;
import dev.tenure.record.meter.SlowQueryLog;
import dev.tenure.record.meter.SlowTransactionLog;
import dev.tenure.record.meter.TransactionListener;
import dev.tenure.record.meter.TransactionSummary;
import dev.tenure.spring.Notes;
import dev.tenure.spring.TenureTemplate;
import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import dev.tenure.spring.autoconfigure.TenureMetricsAutoConfiguration;
import dev.tenure.spring.cluster.RecordObservers;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

final class TransactionMetersTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final TransactionMeters meters = new TransactionMeters(registry);
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

  @Test
  void everyCounterAndTimerIsRegisteredByItsName() {
    for (RecordCounter counter : RecordCounter.values()) {
      meters.count(counter, "save", 2);
      meters.count(counter, "save", 3);
      String name = "tenure.record." + counter.meterName();
      assertThat(registry.get(name).tag("run", "save").counter().count()).isEqualTo(5);
    }
    for (RecordTimer timer : RecordTimer.values()) {
      meters.time(timer, "save", Duration.ofMillis(7));
      String name = "tenure.record." + timer.meterName();
      assertThat(registry.get(name).tag("run", "save").timer().totalTime(TimeUnit.MILLISECONDS))
          .isEqualTo(7);
    }
  }

  @Test
  void namesBeyondTheLimitCountAsOther() {
    for (int i = 0; i < TransactionMeters.RUNS_MAX + 5; i++) {
      meters.count(RecordCounter.READS, "run " + i, 1);
    }
    meters.count(RecordCounter.READS, "run 0", 1);

    assertThat(registry.find("tenure.record.reads").counters())
        .hasSize(TransactionMeters.RUNS_MAX + 1);
    assertThat(registry.get("tenure.record.reads").tag("run", "other").counter().count())
        .isEqualTo(5);
    assertThat(registry.get("tenure.record.reads").tag("run", "run 0").counter().count())
        .isEqualTo(2);
  }

  @Test
  void applicationsTransactionsAreCounted() {
    runner.run(
        context -> {
          MeterRegistry found = context.getBean(MeterRegistry.class);
          Notes.enqueue(context.getBean(TenureTemplate.class), "hello");

          assertThat(found.get("tenure.record.keys.written").counters()).isNotEmpty();
          assertThat(
                  found
                      .get("tenure.record.transactions.committed")
                      .tag("run", "create-tenant")
                      .counter()
                      .count())
              .isPositive();
          assertThat(found.get("tenure.record.transaction").timers()).isNotEmpty();
        });
  }

  @Test
  void ownMetersAndListenersAreTold() {
    MemoryMeters own = new MemoryMeters();
    Queue<TransactionSummary> summaries = new ConcurrentLinkedQueue<>();
    runner
        .withBean(RecordMeters.class, () -> own)
        .withBean(TransactionListener.class, () -> summaries::add)
        .run(
            context -> {
              Notes.enqueue(context.getBean(TenureTemplate.class), "hello");

              assertThat(own.count(RecordCounter.TRANSACTIONS_COMMITTED)).isPositive();
              assertThat(summaries).isNotEmpty();
              assertThat(context).doesNotHaveBean(TransactionMeters.class);
            });
  }

  @Test
  void slowQueriesAreLoggedUnlessSwitchedOff() {
    runner
        .withBean(QueryMeters.class, () -> new QueryMeters(new SimpleMeterRegistry()))
        .run(
            context ->
                assertThat(context.getBean(RecordObservers.class).queries())
                    .hasExactlyElementsOfTypes(QueryMeters.class, SlowQueryLog.class));
    runner
        .withPropertyValues("tenure.record.slow-query=0")
        .run(
            context ->
                assertThat(context.getBean(RecordObservers.class).queries())
                    .hasExactlyElementsOfTypes(QueryMeters.class));
    runner
        .withPropertyValues("tenure.record.slow-query=2h")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .hasMessageContaining("tenure.record.slow-query"));
  }

  @Test
  void slowTransactionsAreLoggedUnlessSwitchedOff() {
    runner.run(
        context ->
            assertThat(context.getBean(RecordObservers.class).listeners())
                .singleElement()
                .isInstanceOf(SlowTransactionLog.class));
    runner
        .withPropertyValues("tenure.record.slow-transaction=0")
        .run(context -> assertThat(context.getBean(RecordObservers.class).listeners()).isEmpty());
    runner
        .withPropertyValues("tenure.record.slow-transaction=2h")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .hasMessageContaining("tenure.record.slow-transaction"));
  }
}
