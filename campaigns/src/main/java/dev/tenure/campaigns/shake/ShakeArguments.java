package dev.tenure.campaigns.shake;

import dev.tenure.campaigns.commandline.Flags;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The command line of {@link ShakeCommand}.
 *
 * @param commands the commands that shake the cluster, by their options
 * @param lastsMax the most time between the begin and the end of a shaking
 */
record ShakeArguments(
    Optional<Path> clusterFile,
    Map<String, String> commands,
    int rounds,
    long seed,
    Duration lastsMax,
    int consumers,
    int tenants,
    boolean help) {
  static final String USAGE =
      """
      Usage: ./tenure shake --cluster-file FILE [options]

        --cluster-file FILE  of the FoundationDB cluster, which may hold other data
        --start CMD          starts what was ended, and waits until the cluster answers
        --stop CMD           ends the whole cluster; needs --start
        --kill CMD           ends a part of it; needs --start
        --pause CMD          stops it or a part of it for a while; needs --resume
        --resume CMD         lets it go on
        --distribute CMD     has it move its data
        --rounds N           shake it N times (default 30)
        --seed SEED          decides what is done, and for how long (default 1)
        --lasts-max SECONDS  the longest time for which it is ended or stopped (default 60)
        --consumers N        consumer processes, 1 to 16 (default 2)
        --tenants N          tenants, 1 to 1000 (default 20)
        --help               this text

      Producers enqueue without end, and consumer processes run the items, whose effects count in
      their tenant's store. Each round shakes the cluster by one of the commands, or kills a
      consumer process, or both; then all that was acknowledged must be done within two minutes.
      The times until commits and items go on are printed. At the end every item has been done once.
      Each command is run by sh -c, with a number in SHAKE_CHOICE that chooses the part it is about.
      campaigns/shake/local-cluster has such commands for a cluster on this machine.
      Ends with 0 if nothing was lost and nothing done twice.
      """;

  private static final int ROUNDS_MAX = 100_000;
  private static final int CONSUMERS_MAX = 16;
  private static final int TENANTS_MAX = 1_000;
  private static final int LASTS_MAX = 3_600;

  /**
   * @throws IllegalArgumentException with one sentence that says what is wrong
   */
  static ShakeArguments parse(String... arguments) {
    Optional<Path> clusterFile = Optional.empty();
    Map<String, String> commands = new TreeMap<>();
    int rounds = 30;
    long seed = 1;
    long lasts = 60;
    int consumers = 2;
    int tenants = 20;
    boolean help = false;
    Flags flags = Flags.of(arguments);
    while (flags.hasNext()) {
      String flag = flags.next();
      switch (flag) {
        case "--cluster-file" -> clusterFile = Optional.of(flags.path());
        case "--start", "--stop", "--kill", "--pause", "--resume", "--distribute" ->
            commands.put(flag, command(flag, flags.value()));
        case "--rounds" -> rounds = (int) flags.number(1, ROUNDS_MAX);
        case "--seed" -> seed = flags.number(Long.MIN_VALUE);
        case "--lasts-max" -> lasts = flags.number(1, LASTS_MAX);
        case "--consumers" -> consumers = (int) flags.number(1, CONSUMERS_MAX);
        case "--tenants" -> tenants = (int) flags.number(1, TENANTS_MAX);
        case "--help", "-h" -> help = true;
        default -> throw flags.unknown();
      }
    }
    ShakeArguments parsed =
        new ShakeArguments(
            clusterFile,
            commands,
            rounds,
            seed,
            Duration.ofSeconds(lasts),
            consumers,
            tenants,
            help);
    if (!help) {
      parsed.check();
    }
    return parsed;
  }

  private static String command(String flag, String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException(flag + " is empty, it must be a command.");
    }
    return text;
  }

  private void check() {
    if (clusterFile.isEmpty()) {
      throw new IllegalArgumentException(
          "--cluster-file is missing, it names the cluster that is shaken.");
    }
    needs("--stop", "--start");
    needs("--kill", "--start");
    needs("--pause", "--resume");
    unused("--start", "--stop", "--kill");
    unused("--resume", "--pause");
  }

  private void needs(String first, String second) {
    if (commands.containsKey(first) && !commands.containsKey(second)) {
      throw new IllegalArgumentException(first + " is given without " + second + ".");
    }
  }

  private void unused(String second, String... first) {
    if (commands.containsKey(second) && Arrays.stream(first).noneMatch(commands::containsKey)) {
      throw new IllegalArgumentException(
          second + " has no effect without " + String.join(" or ", first) + ".");
    }
  }

  /** What the given commands can do. */
  List<Shaking> shakings() {
    return Arrays.stream(Shaking.values())
        .filter(each -> commands.keySet().containsAll(each.commands()))
        .toList();
  }
}
