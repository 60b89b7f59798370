package dev.tenure.campaigns.shake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Database;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.queue.cluster.Deployment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On the embedded engine, with the consumers in this process. */
final class ShakeCampaignTest {
  private static final Duration BOUND = Duration.ofMinutes(2);
  private static final Duration LEASE = Duration.ofSeconds(1);

  private final Database database = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final ShakenWork work = new ShakenWork("shaken", 3);
  private final Deployment deployment = work.open(database, timer).join();
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();

  @TempDir private Path directory;

  @AfterEach
  void close() {
    timer.shutdownNow();
    database.close();
  }

  private boolean shake(ConsumerHost host, Duration bound, String... options)
      throws IOException, InterruptedException {
    work.createTenants(deployment).join();
    PrintStream out = new PrintStream(output, true, StandardCharsets.UTF_8);
    ShakeCampaign campaign =
        new ShakeCampaign(work, deployment, host, InstantSource.system(), bound, out);
    return ShakeCommand.shake(campaign, ShakeArguments.parse(options), out);
  }

  private String printed() {
    return output.toString(StandardCharsets.UTF_8);
  }

  private ConsumerHost.Running running(Consumer consumer) {
    return new ConsumerHost.Running() {
      @Override
      public boolean isAlive() {
        return true;
      }

      @Override
      public void kill() {
        consumer.halt();
      }

      @Override
      public boolean stop() {
        consumer.stop(ShakenWork.stopping()).join();
        return true;
      }
    };
  }

  private ConsumerHost here() {
    return (id, ended) -> running(ShakenConsumer.start(work, deployment, timer, id, LEASE, ended));
  }

  @Test
  void eachRoundRunsItsCommandsAndEverythingIsDoneOnce() throws IOException, InterruptedException {
    Path log = directory.resolve("log");
    boolean isClean =
        shake(
            here(),
            BOUND,
            "--cluster-file",
            "unused",
            "--rounds",
            "4",
            "--seed",
            "3",
            "--lasts-max",
            "1",
            "--pause",
            "echo pause $SHAKE_CHOICE >> " + log,
            "--resume",
            "echo resume $SHAKE_CHOICE >> " + log);
    assertTrue(isClean, this::printed);
    List<String> lines = Files.readAllLines(log);
    assertFalse(lines.isEmpty());
    for (int i = 0; i < lines.size(); i += 2) {
      assertEquals(lines.get(i).replace("pause", "resume"), lines.get(i + 1));
    }
    assertTrue(printed().contains("a consumer killed"), this::printed);
    assertTrue(printed().contains("each done once"), this::printed);
    assertTrue(printed().endsWith("rounds=4 clean=true\n"), this::printed);
  }

  @Test
  void commandThatFailsEndsTheCampaignWithItsOutput() throws IOException, InterruptedException {
    boolean isClean =
        shake(
            here(),
            BOUND,
            "--cluster-file",
            "unused",
            "--seed",
            "1",
            "--lasts-max",
            "1",
            "--distribute",
            "echo no such cluster; exit 3");
    assertFalse(isClean);
    assertTrue(printed().contains("ended with 3: no such cluster"), this::printed);
  }

  private Consumer halted(String id) {
    Consumer consumer = ShakenConsumer.start(work, deployment, timer, id, LEASE, item -> {});
    consumer.halt();
    return consumer;
  }

  @Test
  void itemsThatNobodyRunsAreFound() throws IOException, InterruptedException {
    ConsumerHost real = here();
    ConsumerHost failing =
        (id, ended) -> {
          if (id.equals("consumer-0")) {
            return real.start(id, ended);
          }
          ended.accept("none");
          return running(halted(id));
        };
    assertFalse(
        shake(
            failing,
            Duration.ofSeconds(4),
            "--cluster-file",
            "unused",
            "--consumers",
            "1",
            "--lasts-max",
            "1",
            "--rounds",
            "1"));
    assertTrue(printed().contains("items are not done"), this::printed);
  }

  /** The order lies in the store of one of the tenants. */
  private void countAgain(String id) {
    for (int tenant = 0; tenant < work.tenants(); tenant++) {
      deployment
          .run(work.tenant(tenant), tx -> ShakenWork.count(tx, id))
          .exceptionally(elsewhere -> null)
          .join();
    }
  }

  @Test
  void itemThatIsDoneTwiceIsFound() throws IOException, InterruptedException {
    ConsumerHost twice =
        (id, ended) ->
            running(
                ShakenConsumer.start(
                    work,
                    deployment,
                    timer,
                    id,
                    LEASE,
                    item -> {
                      countAgain(item);
                      ended.accept(item);
                    }));
    assertFalse(
        shake(twice, BOUND, "--cluster-file", "unused", "--lasts-max", "1", "--rounds", "1"));
    assertTrue(printed().contains("orders were not done once"), this::printed);
  }
}
