package dev.tenure.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.inspect.ClusterInspector;
import dev.tenure.queue.inspect.ItemFilter;
import dev.tenure.queue.inspect.ItemState;
import dev.tenure.queue.inspect.ItemView;
import dev.tenure.queue.inspect.ZoneSummary;
import dev.tenure.spring.MemoryClusters;
import dev.tenure.spring.Notes;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.cluster.OpenedClusters;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * SIGTERM drains a process that consumes: what it runs ends or is given back within the deadline,
 * though Spring would wait for less.
 */
@Timeout(900)
final class TerminatedProcessTest {
  private static final int ITEMS = 40;
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(4);
  private static final Duration SLOW_MACHINE = Duration.ofMinutes(5);

  @TempDir private Path directory;
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final Queue<String> drained = new ConcurrentLinkedQueue<>();
  private Optional<Process> process = Optional.empty();

  @AfterEach
  void kill() {
    process.ifPresent(
        started -> {
          boolean unused = started.toHandle().destroyForcibly();
          started.onExit().join();
        });
  }

  @Test
  void sigtermDrainsAConsumerWithinItsDeadline() throws Exception {
    withCluster(this::enqueue);
    Process consumer = start();
    await()
        .atMost(SLOW_MACHINE)
        .until(
            () ->
                !consumer.isAlive()
                    || (count(TerminatedApplication.RAN) >= 4
                        && lines.contains(TerminatedApplication.BEGUN + "endless")
                        && lines.contains(TerminatedApplication.BEGUN + "stubborn")));
    assertThat(consumer.isAlive()).as("a process without a web server goes on").isTrue();

    consumer.destroy();
    assertThat(consumer.waitFor(STOP_TIMEOUT.plus(SLOW_MACHINE).toSeconds(), TimeUnit.SECONDS))
        .isTrue();

    assertThat(consumer.exitValue()).isEqualTo(143);
    await().atMost(SLOW_MACHINE).until(() -> !drained.isEmpty());
    withCluster(this::assertDrained);
  }

  private void enqueue(QueueCluster cluster) {
    assertThat(cluster.createTenant(Notes.ALICE).join()).isTrue();
    enqueue(cluster, TerminatedApplication.ENDLESS, "endless");
    enqueue(cluster, TerminatedApplication.STUBBORN, "stubborn");
    IntStream.range(0, ITEMS)
        .forEach(i -> enqueue(cluster, TerminatedApplication.SECOND, "second " + i));
  }

  private static void enqueue(QueueCluster cluster, WorkType<String> type, String text) {
    var unused = cluster.run(Notes.ALICE, tx -> tx.zone().enqueue(NewItem.of(type, text))).join();
  }

  private void assertDrained(QueueCluster cluster) {
    assertThat(cluster.consumers().live().join()).isEmpty();
    List<ItemView> left = items(cluster, TenantTransaction.DEFAULT_ZONE);
    assertThat(left)
        .allSatisfy(
            view -> {
              assertThat(view.state()).isEqualTo(ItemState.READY);
              assertThat(view.item().attempts()).isZero();
            });
    assertThat(left).extracting(ItemView::item).extracting(WorkItem::type).contains("endless");
    assertThat(left).extracting(ItemView::item).extracting(WorkItem::type).contains("stubborn");
    int done = ITEMS + 2 - left.size();
    assertThat(done).isGreaterThanOrEqualTo(4);
    assertThat(items(cluster, TerminatedApplication.RECEIPTS)).hasSize(done);
    assertThat(lines).doesNotHaveDuplicates();
    assertThat(new ClusterInspector(cluster).zones(Notes.ALICE).join())
        .extracting(ZoneSummary::deadLetters)
        .containsOnly(0L);
  }

  private static List<ItemView> items(QueueCluster cluster, String zone) {
    return new ClusterInspector(cluster)
        .items(Notes.ALICE, zone, ItemFilter.all(), 1_000, Optional.empty())
        .join()
        .rows();
  }

  private void withCluster(Consumer<QueueCluster> work) {
    try (TenureRuntime runtime = TenureRuntime.start();
        OpenedClusters opened = MemoryClusters.openAt(runtime, "a", "embedded:" + directory)) {
      work.accept(opened.deployment().clusters().get(0));
    }
  }

  private long count(String prefix) {
    return lines.stream().filter(line -> line.startsWith(prefix)).count();
  }

  private Process start() throws IOException {
    Process started =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                TerminatedApplication.class.getName(),
                "--spring.main.banner-mode=off",
                "--spring.lifecycle.timeout-per-shutdown-phase=100ms",
                "--tenure.clusters[0].name=a",
                "--tenure.clusters[0].url=embedded:" + directory,
                "--tenure.consumer.workers=6",
                "--tenure.consumer.stop-timeout=" + STOP_TIMEOUT.toSeconds() + "s")
            .redirectErrorStream(true)
            .start();
    process = Optional.of(started);
    Thread reader = new Thread(() -> readLines(started), "output of " + started.pid());
    reader.setDaemon(true);
    reader.start();
    return started;
  }

  private void readLines(Process started) {
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8))) {
      output.lines().forEach(this::keep);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void keep(String line) {
    if (line.startsWith(TerminatedApplication.BEGUN)
        || line.startsWith(TerminatedApplication.RAN)) {
      lines.add(line);
    } else if (line.contains(" drains ")) {
      drained.add(line);
    }
  }
}
