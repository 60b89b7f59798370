package dev.tenure.campaigns.crash;

import dev.tenure.campaigns.crash.CrashCounts.Event;
import dev.tenure.campaigns.process.ChildProcess;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.SplittableRandom;

/** Cycles of work, kill and reopening on one directory, which ages with the cycles. */
final class CrashCampaign {
  private static final int CLIENTS = 6;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Path directory;
  private final Path libraries;
  private final InstantSource clock;
  private final CrashCounts counts;
  private final CrashLedger ledger = new CrashLedger(CLIENTS);
  private boolean opened;
  private boolean killedOpening;
  private boolean powerLost;
  private boolean checked = true;
  private String syncedLog = "";
  private long syncedBytes;

  /**
   * Starts a campaign in an empty directory, and makes the directory if it is missing.
   *
   * @param counts gets the events of the campaign
   */
  CrashCampaign(Path directory, InstantSource clock, CrashCounts counts) throws IOException {
    this.directory = directory.resolve("engine");
    this.libraries = Files.createDirectories(directory.resolve("libraries"));
    this.clock = clock;
    this.counts = counts;
  }

  long acknowledged() {
    return ledger.acknowledgedEver();
  }

  /** Whether no process has run since the last check. */
  boolean isChecked() {
    return checked;
  }

  /**
   * Runs a cycle.
   *
   * @throws CrashViolation when the rows left break a promise; the directory then stays as it is
   */
  void run(CyclePlan plan) throws IOException, InterruptedException {
    syncedLog = "";
    try (ChildProcess child =
        ChildProcess.start(
            libraries,
            CrashingProcess.class,
            directory.toString(),
            Long.toString(plan.seed()),
            Integer.toString(CLIENTS),
            plan.durability().name(),
            Integer.toString(plan.riskyPercent()))) {
      CyclePlan.Moment came = letWork(child, plan);
      for (String line : child.kill()) {
        came = note(line, came);
      }
      count(came);
    }
    if (plan.powerLost() && !syncedLog.isEmpty()) {
      losePower(plan);
    }
    checked = plan.checked();
    if (checked) {
      check();
    }
  }

  /** Waits until the process has reached its moment, and then lets it work for a while. */
  private CyclePlan.Moment letWork(ChildProcess child, CyclePlan plan) throws InterruptedException {
    CyclePlan.Moment came = CyclePlan.Moment.STARTING;
    Instant end = clock.instant().plus(PATIENCE);
    boolean isMoment = false;
    while (true) {
      if (!isMoment && came.compareTo(plan.moment()) >= 0) {
        isMoment = true;
        end = clock.instant().plus(plan.delay());
      }
      Optional<String> line = child.readLine(Duration.between(clock.instant(), end));
      if (line.isEmpty()) {
        CrashViolation.require(isMoment, "the process came to " + came + " and no further");
        return came;
      }
      came = note(line.get(), came);
    }
  }

  /**
   * Records a line.
   *
   * @return the last moment that the process has reached
   */
  private CyclePlan.Moment note(String line, CyclePlan.Moment came) {
    String[] words = line.split(" ", 2);
    switch (words[0]) {
      case "opening" -> {
        return CyclePlan.Moment.OPENING;
      }
      case "opened" -> {
        opened(Long.parseLong(words[1]));
        return CyclePlan.Moment.WORKING;
      }
      case "synced" -> {
        String[] place = words[1].split(" ", 2);
        syncedLog = place[0];
        syncedBytes = Long.parseLong(place[1]);
      }
      case "acknowledged" -> ledger.acknowledged(Acknowledgement.parse(words[1].split(" ", -1)));
      default -> throw new CrashViolation("the process said: " + line);
    }
    return came;
  }

  private void count(CyclePlan.Moment came) {
    killedOpening = came == CyclePlan.Moment.OPENING;
    counts.add(
        switch (came) {
          case STARTING -> Event.KILLED_STARTING;
          case OPENING -> Event.KILLED_OPENING;
          case WORKING -> Event.KILLED_WORKING;
        },
        1);
    counts.add(Event.KILLED_MAKING_THE_DIRECTORY, killedOpening && !opened ? 1 : 0);
    counts.add(Event.KILLED_RECOVERING_FROM_POWER_LOSS, killedOpening && powerLost ? 1 : 0);
  }

  private void losePower(CyclePlan plan) throws IOException {
    SplittableRandom random = new SplittableRandom(~plan.seed());
    if (PowerLoss.strike(directory, syncedLog, syncedBytes, random) > 0) {
      powerLost = true;
      ledger.powerLost();
      counts.add(Event.POWER_LOST_WITH_UNSYNCED_BYTES, 1);
    }
  }

  private void opened(long version) {
    ledger.opened(version);
    counts.add(Event.OPENED_AFTER_UNFINISHED_RECOVERY, killedOpening ? 1 : 0);
    opened = true;
    killedOpening = false;
    powerLost = false;
  }

  private void check() {
    long before = ledger.acknowledgedSinceCheck();
    try (EmbeddedDatabase database =
        EmbeddedDatabase.open(directory, EmbeddedEnvironment.realTime())) {
      PresentWork present = PresentWork.read(database, CLIENTS).join();
      opened(present.readVersion());
      int lost = ledger.check(present);
      counts.add(Event.RISKY_COMMIT_LOST, lost);
      counts.add(Event.COMMIT_CHECKED, before - lost);
    }
  }
}
