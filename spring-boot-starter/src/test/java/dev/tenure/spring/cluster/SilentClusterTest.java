package dev.tenure.spring.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.apple.foundationdb.Database;
import dev.tenure.consumer.Outcome;
import dev.tenure.late.LateDatabase;
import dev.tenure.late.LateOptions;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.spring.ClusterUrl;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.Notes;
import dev.tenure.spring.TenureTemplate;
import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import dev.tenure.spring.autoconfigure.TenureConsumerAutoConfiguration;
import dev.tenure.spring.autoconfigure.TenureHealthAutoConfiguration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Clusters that do not answer when the application starts. */
final class SilentClusterTest {
  private static final int TENANTS = 8;

  @TempDir private Path directory;

  private final Queue<String> handled = new ConcurrentLinkedQueue<>();
  private final List<LateDatabase> hung = new CopyOnWriteArrayList<>();

  /** Two clusters on disk, of which those named hang from the beginning. */
  private ApplicationContextRunner process(String... silent) {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                TenureAutoConfiguration.class,
                TenureConsumerAutoConfiguration.class,
                TenureHealthAutoConfiguration.class))
        .withPropertyValues(
            "tenure.clusters.a.url=embedded:" + directory.resolve("a"),
            "tenure.clusters.a.transaction-timeout=" + timeout("a", silent),
            "tenure.clusters.b.url=embedded:" + directory.resolve("b"),
            "tenure.clusters.b.transaction-timeout=" + timeout("b", silent),
            "tenure.sampling.interval=100ms",
            "tenure.sampling.answer-max=5s")
        .withBean(DatabaseOpener.class, () -> (url, executor) -> open(url, executor, silent))
        .withBean(
            "noteHandler",
            HandlerRegistration.class,
            () ->
                HandlerRegistration.of(
                    Notes.NOTE,
                    (text, work) -> {
                      handled.add(text);
                      return CompletableFuture.completedFuture(Outcome.done());
                    }));
  }

  /** A slow machine must open those that answer, and begin with them, within their time. */
  private static String timeout(String cluster, String... silent) {
    return List.of(silent).contains(cluster) ? "5s" : "60s";
  }

  private Database open(ClusterUrl url, Executor executor, String... silent) {
    Database below = ClusterOpener.open(url, executor);
    if (!List.of(silent).contains(name(url))) {
      return below;
    }
    LateDatabase late = LateDatabase.realTime(below, LateOptions.punctual(1));
    late.hang();
    hung.add(late);
    return late;
  }

  private static String name(ClusterUrl url) {
    String text = url.toString();
    return text.substring(text.length() - 1);
  }

  private static ConditionFactory eventually() {
    return await().atMost(Duration.ofMinutes(2));
  }

  private static TenantId tenant(int number) {
    return new TenantId("notes", "user-" + number);
  }

  private static Status cluster(ApplicationContext context, String name) {
    return context.getBean(CompositeHealthContributor.class).getContributor(name)
            instanceof HealthIndicator one
        ? status(one)
        : Status.UNKNOWN;
  }

  private static Status status(HealthIndicator indicator) {
    Health health = indicator.health();
    return health == null ? Status.UNKNOWN : health.getStatus();
  }

  /** Makes tenants while all answer, and tells one of each cluster. */
  private List<TenantId> tenantsOfEach() {
    TenantId[] found = new TenantId[2];
    process()
        .withPropertyValues("tenure.consumer.enabled=false")
        .run(
            context -> {
              TenureTemplate template = context.getBean(TenureTemplate.class);
              for (int number = 0; number < TENANTS; number++) {
                found[template.createTenant(tenant(number)).equals("a") ? 0 : 1] = tenant(number);
              }
            });
    return List.of(found);
  }

  @Test
  void theOthersServeAndTheSilentOneIsOpenedWhenItAnswers() {
    List<TenantId> tenants = tenantsOfEach();
    process("b")
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              TenureTemplate template = context.getBean(TenureTemplate.class);
              template.enqueue(tenants.get(0), "default", NewItem.of(Notes.NOTE, "on a"));
              eventually().untilAsserted(() -> assertThat(handled).containsExactly("on a"));
              eventually()
                  .untilAsserted(
                      () -> {
                        assertThat(cluster(context, "a")).isEqualTo(Status.UP);
                        assertThat(cluster(context, "b")).isEqualTo(Status.DOWN);
                      });
              OpenedClusters opened = context.getBean(OpenedClusters.class);
              assertThat(opened.problem("a")).isEmpty();
              assertThat(opened.problem("b").orElseThrow()).contains("did not answer within PT5S");
              HealthIndicator health = context.getBean(HealthIndicator.class);
              assertThat(status(health)).isEqualTo(Status.DOWN);

              hung.forEach(LateDatabase::release);
              eventually()
                  .untilAsserted(
                      () -> {
                        assertThat(opened.problem("b")).isEmpty();
                        assertThat(cluster(context, "b")).isEqualTo(Status.UP);
                      });
              template.enqueue(tenants.get(1), "default", NewItem.of(Notes.NOTE, "on b"));
              eventually().untilAsserted(() -> assertThat(handled).containsExactly("on a", "on b"));
            });
  }

  @Test
  void clustersThatNeverWereOpenedBeforeAreMadeWhenTheyAnswer() {
    process("b")
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              hung.forEach(LateDatabase::release);
              TenureTemplate template = context.getBean(TenureTemplate.class);
              OpenedClusters opened = context.getBean(OpenedClusters.class);
              eventually().untilAsserted(() -> assertThat(opened.problem("b")).isEmpty());
              for (int number = 0; number < TENANTS; number++) {
                template.createTenant(tenant(number));
                template.enqueue(
                    tenant(number), "default", NewItem.of(Notes.NOTE, "note " + number));
              }
              eventually().untilAsserted(() -> assertThat(handled).hasSize(TENANTS));
            });
  }

  @Test
  void aRequiredClusterThatIsSilentFailsTheStart() {
    process("b")
        .withPropertyValues("tenure.clusters.b.required=true")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining(
                        "cannot be opened: cluster b did not answer within PT5S: opening it"));
  }

  @Test
  void aStartWithoutAnyClusterFails() {
    process("a", "b")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining("cluster a did not answer within PT5S"));
  }

  @Test
  void anotherListOnAClusterThatAnswersFailsTheStartBesideASilentOne() {
    var unused = tenantsOfEach();
    process("b")
        .withPropertyValues("tenure.clusters.c.url=memory:c")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining(
                        "this process knows the clusters [a, b, c], cluster a has stored [a, b]"));
  }
}
