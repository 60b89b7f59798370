package dev.tenure.campaigns.shake;

import com.apple.foundationdb.Database;
import dev.tenure.queue.cluster.Deployment;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Shakes a FoundationDB cluster under a fleet: {@code ./tenure shake --cluster-file FILE}. The exit
 * code is 0 when everything that was acknowledged was done, and done once, 1 when not or when a
 * command failed, and 2 when the command line makes no sense.
 */
public final class ShakeCommand {
  private ShakeCommand() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    System.exit(run(arguments, System.out, System.err));
  }

  /** As {@link #main}, with the exit code as the result. */
  static int run(String[] arguments, PrintStream out, PrintStream err)
      throws IOException, InterruptedException {
    ShakeArguments parsed;
    try {
      parsed = ShakeArguments.parse(arguments);
      if (parsed.help()) {
        out.print(ShakeArguments.USAGE);
        return 0;
      }
    } catch (IllegalArgumentException e) {
      err.println("tenure shake: " + e.getMessage());
      return 2;
    }
    Path file = parsed.clusterFile().orElseThrow();
    if (!Files.isReadable(file)) {
      err.println("tenure shake: --cluster-file is " + file + ", which cannot be read.");
      return 2;
    }
    try {
      return shake(parsed, file, out);
    } catch (LinkageError e) {
      err.println("tenure shake: the client library of FoundationDB is missing: " + e.getMessage());
      return 2;
    }
  }

  private static int shake(ShakeArguments arguments, Path file, PrintStream out)
      throws IOException, InterruptedException {
    ShakenWork work = new ShakenWork("shaken " + UUID.randomUUID(), arguments.tenants());
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    Path libraries = Files.createTempDirectory("tenure-shake");
    try (Database database = ShakenProcess.open(file.toString())) {
      Deployment deployment = work.open(database, timer).join();
      work.createTenants(deployment).join();
      ConsumerHost host = new ConsumerProcesses(file, work, libraries);
      ShakeCampaign campaign =
          new ShakeCampaign(
              work, deployment, host, InstantSource.system(), ShakeCampaign.BOUND, out);
      boolean isClean = shake(campaign, arguments, out);
      if (isClean) {
        work.remove(database);
      }
      return isClean ? 0 : 1;
    } finally {
      timer.shutdownNow();
      Files.deleteIfExists(libraries);
    }
  }

  /** After a failure, what the run has stored stays as it is. */
  static boolean shake(ShakeCampaign campaign, ShakeArguments arguments, PrintStream out)
      throws IOException, InterruptedException {
    boolean isClean = false;
    try {
      campaign.run(arguments);
      isClean = true;
    } catch (ShakeViolation | IllegalStateException failure) {
      out.println("failed: " + failure.getMessage());
      campaign.halt();
    }
    for (Shaking shaking : Shaking.values()) {
      ShakeCampaign.summary(shaking, campaign.times()).ifPresent(out::println);
    }
    out.println(campaign.counts());
    out.println("rounds=%d clean=%s".formatted(campaign.times().size(), isClean));
    return isClean;
  }
}
