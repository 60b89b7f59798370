package dev.tenure.campaigns.crash;

import dev.tenure.campaigns.crash.MovingProcess.Part;
import dev.tenure.campaigns.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Kills processes that move tenants between two durable clusters, one after the other on the same
 * clusters, and checks at the end what the tenants have.
 */
final class MoveCampaign {
  private static final Duration STEP_PATIENCE = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path directory;
  private final Path libraries;
  private final InstantSource clock;
  private final MoveKills kills;
  private final List<MoveLedger> ledgers =
      MovedTenants.ALL.stream().map(tenant -> new MoveLedger()).toList();

  /**
   * Starts a campaign in an empty directory, and makes the directory if it is missing.
   *
   * @param kills gets where the kills fell
   */
  MoveCampaign(Path directory, InstantSource clock, MoveKills kills) throws IOException {
    this.directory = directory;
    this.libraries = Files.createDirectories(directory.resolve("libraries"));
    this.clock = clock;
    this.kills = kills;
  }

  long acknowledged() {
    return ledgers.stream().mapToLong(MoveLedger::acknowledged).sum();
  }

  /** Makes the tenants, which nobody kills. */
  void begin(long seed) throws IOException, InterruptedException {
    run(seed, Part.MAKE, "made");
  }

  /** Lets a process work until it is killed, as its plan says. */
  void kill(MoveKillPlan plan) throws IOException, InterruptedException {
    try (ChildProcess child = start(plan.seed(), Part.WORK)) {
      await(child, plan.isOpening() ? "opening" : "working", PATIENCE, true);
      await(child, plan.line(), STEP_PATIENCE, false);
      await(child, "", plan.delay(), false);
      CrashViolation.require(child.isAlive(), "a process has ended before it was killed");
      child.kill().forEach(this::note);
      kills.killed();
    }
  }

  /** Lets a process end all moves and items, and checks what is left. */
  void end(long seed) throws IOException, InterruptedException {
    run(seed, Part.END, "end");
    CrashViolation.require(
        ledgers.stream().allMatch(MoveLedger::isChecked), "not every tenant was checked");
  }

  private ChildProcess start(long seed, Part part) throws IOException {
    return ChildProcess.start(
        libraries, MovingProcess.class, directory.toString(), Long.toString(seed), part.name());
  }

  private void run(long seed, Part part, String last) throws IOException, InterruptedException {
    try (ChildProcess child = start(seed, part)) {
      await(child, last, PATIENCE, true);
    }
  }

  /**
   * Notes lines until one with these words at its end has come, or for a while. Does nothing when
   * it was the last that the process has said of itself.
   *
   * @param words none to wait for all of the time
   * @param required whether the line must come; the patience then is that with a silent process
   */
  private void await(ChildProcess child, String words, Duration patience, boolean required)
      throws InterruptedException {
    Instant end = clock.instant().plus(patience);
    boolean came = !words.isEmpty() && words.equals(kills.last());
    while (!came) {
      Optional<String> line = child.readLine(Duration.between(clock.instant(), end));
      if (line.isEmpty()) {
        CrashViolation.require(
            !required, "a process did not come to '%s' within %s".formatted(words, patience));
        return;
      }
      note(line.get());
      end = required ? clock.instant().plus(patience) : end;
      came = !words.isEmpty() && line.get().endsWith(words);
    }
  }

  /** Records a line. One of a tenant begins with its place. */
  private void note(String line) {
    if (!Character.isDigit(line.charAt(0))) {
      kills.note(line);
      return;
    }
    String[] words = line.split(" ", 2);
    if (!kills.noteTenant(words[1])) {
      ledgers.get(Integer.parseInt(words[0])).note(words[1]);
    }
  }
}
