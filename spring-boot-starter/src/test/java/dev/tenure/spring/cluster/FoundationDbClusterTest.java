package dev.tenure.spring.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenure.consumer.Outcome;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkType;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.TenureTemplate;
import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import dev.tenure.spring.autoconfigure.TenureConsumerAutoConfiguration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/**
 * Two processes of an application on a FoundationDB cluster. Leaves its tenants behind: not for a
 * cluster with data that matters.
 */
@Tag("fdb")
@EnabledIfEnvironmentVariable(
    named = "FDB_CLUSTER_FILE",
    matches = ".+",
    disabledReason =
        "needs a FoundationDB cluster and its client library: set FDB_CLUSTER_FILE to run it")
final class FoundationDbClusterTest {
  private static final int TENANTS = 20;
  private static final int ITEMS = 500;

  private final String application = "test-" + UUID.randomUUID();
  private final WorkType<String> letter = WorkType.of(application, PayloadCodecs.text());
  private final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();

  private ApplicationContextRunner process() {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                TenureAutoConfiguration.class, TenureConsumerAutoConfiguration.class))
        .withPropertyValues(
            "tenure.clusters[0].name=main",
            "tenure.clusters[0].url=fdb:" + System.getenv("FDB_CLUSTER_FILE"),
            "tenure.clusters[0].shards=2",
            "tenure.clusters[0].min-inactive=1s")
        .withBean(
            "letterHandler",
            HandlerRegistration.class,
            () -> HandlerRegistration.of(letter, (text, work) -> handle(text)));
  }

  private CompletableFuture<Outcome> handle(String text) {
    runs.computeIfAbsent(text, first -> new AtomicInteger()).incrementAndGet();
    return CompletableFuture.completedFuture(Outcome.done());
  }

  @Test
  void everyItemOfEveryTenantIsRunByTheFleet() {
    process()
        .run(
            first ->
                process()
                    .run(
                        second -> {
                          enqueueAll(first.getBean(TenureTemplate.class));
                          TenureTemplate template = second.getBean(TenureTemplate.class);
                          await()
                              .atMost(Duration.ofMinutes(2))
                              .until(() -> runs.size() == ITEMS && remaining(template) == 0);
                        }));
    assertThat(runs.values()).allMatch(count -> count.get() == 1);
  }

  private void enqueueAll(TenureTemplate template) {
    for (int number = 0; number < TENANTS; number++) {
      template.createTenant(tenant(number));
    }
    List<CompletableFuture<?>> sent = new ArrayList<>();
    for (int item = 0; item < ITEMS; item++) {
      NewItem work = NewItem.of(letter, "letter " + item);
      sent.add(
          template.executeAsync(
              tenant(item % TENANTS), transaction -> transaction.zone().enqueue(work)));
    }
    sent.forEach(CompletableFuture::join);
  }

  private long remaining(TenureTemplate template) {
    long sum = 0;
    for (int number = 0; number < TENANTS; number++) {
      sum +=
          template
              .execute(tenant(number), transaction -> transaction.zone().countByType())
              .getOrDefault(application, 0L);
    }
    return sum;
  }

  private TenantId tenant(int number) {
    return new TenantId(application, "tenant " + number);
  }
}
