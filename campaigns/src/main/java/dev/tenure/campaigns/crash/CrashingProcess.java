package dev.tenure.campaigns.crash;

import dev.tenure.campaigns.process.ParentPipe;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.embedded.commit.Durability;
import dev.tenure.embedded.recovery.EngineDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * The process that is killed. It opens the directory and lets clients commit without end. After
 * each promise to a client it writes a line to its output:
 *
 * <pre>
 * opening
 * opened VERSION
 * synced LOG BYTES                     the logs are synced up to there
 * acknowledged CLIENT NUMBER RISKY READ_VERSION COMMIT_VERSION
 * failed MESSAGE
 * </pre>
 *
 * Its arguments are the directory, the seed, the number of clients, the durability, and how many of
 * a hundred transactions are durability-risky. It ends when its input ends.
 */
final class CrashingProcess {
  private static final int PERCENT = 100;

  private final NumberedWork work;
  private final Durability durability;
  private final int riskyPercent;
  private final SplittableRandom random;

  private CrashingProcess(
      NumberedWork work, Durability durability, int riskyPercent, SplittableRandom random) {
    this.work = work;
    this.durability = durability;
    this.riskyPercent = riskyPercent;
    this.random = random;
  }

  public static void main(String[] arguments) throws IOException {
    try {
      start(arguments);
    } catch (RuntimeException failure) {
      ParentPipe.fail(failure);
    }
    while (System.in.read() >= 0) {}
    Runtime.getRuntime().halt(0);
  }

  private static void start(String[] arguments) {
    Path directory = Path.of(arguments[0]);
    SplittableRandom random = new SplittableRandom(Long.parseLong(arguments[1]));
    int clients = Integer.parseInt(arguments[2]);
    Durability durability = Durability.valueOf(arguments[3]);
    ParentPipe.say("opening");
    EmbeddedDatabase database =
        EmbeddedDatabase.on(
            new SyncObserver(
                EngineDirectory.open(directory),
                directory,
                (log, bytes) -> ParentPipe.say("synced " + log + " " + bytes)),
            EmbeddedEnvironment.builder().durability(durability).build());
    ParentPipe.say("opened " + database.read(transaction -> transaction.getReadVersion().join()));
    NumberedWork work = new NumberedWork(database);
    for (int client = 0; client < clients; client++) {
      new CrashingProcess(work, durability, Integer.parseInt(arguments[4]), random.split())
          .begin(client);
    }
  }

  private void begin(int client) {
    var unused =
        work.head(client)
            .whenComplete(
                (head, failure) -> {
                  if (failure != null) {
                    ParentPipe.fail(failure);
                  } else {
                    commitFrom(client, head + 1);
                  }
                });
  }

  private void commitFrom(int client, long number) {
    boolean risky = random.nextInt(PERCENT) < riskyPercent;
    var unused =
        work.commit(client, number, risky || durability == Durability.RELAXED)
            .whenComplete(
                (told, failure) -> {
                  if (failure != null) {
                    ParentPipe.fail(failure);
                  } else {
                    ParentPipe.say(told.toString());
                    commitFrom(client, number + 1);
                  }
                });
  }
}
