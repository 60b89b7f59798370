package dev.tenure.campaigns.crash;

import dev.tenure.campaigns.commandline.Flags;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The command line of {@link CrashCommand}.
 *
 * @param data the directory to work in; a temporary one when empty
 * @param moves whether the processes move tenants
 */
record CrashArguments(long cycles, long from, Optional<Path> data, boolean moves, boolean help) {
  static final String USAGE =
      """
      Usage: ./tenure crash [options]

        --cycles N     run N cycles (default 20)
        --from SEED    the first cycle's seed (default 1); the others follow it
        --moves        kill processes that move tenants between two clusters
        --data DIR     work in DIR, which must be empty or absent (default: a temporary one)
        --help         this text

      Each cycle starts a process that commits numbered transactions to a durable engine, kills it
      with SIGKILL as its seed decides, while it starts, opens or works, may take from the log what
      was not synced, reopens it, and checks that what was acknowledged is there, whole and in
      order. The directory is removed at the end if every cycle was clean, and kept if one was not.

      With --moves each cycle starts a process that has two clusters, places orders of three tenants,
      runs their items, and moves the tenants back and forth, and kills it. The next process resumes
      or reverts the moves. The last one, which nobody kills, ends all moves and items. Then each
      acknowledged order must have run once and in the order of its group, each tenant must be on one
      cluster with its dead letters, settings and ids, and nothing of a move may be left. The output
      says at which steps of moves the kills fell. No kill in a move is a failure, and from 100
      cycles so is a step without one.
      """;

  private static final long CYCLES_DEFAULT = 20;

  /**
   * @throws IllegalArgumentException with one sentence that says what is wrong
   */
  static CrashArguments parse(String... arguments) {
    long cycles = CYCLES_DEFAULT;
    long from = 1;
    Optional<Path> data = Optional.empty();
    boolean moves = false;
    boolean help = false;
    Flags flags = Flags.of(arguments);
    while (flags.hasNext()) {
      switch (flags.next()) {
        case "--cycles" -> cycles = flags.number(1);
        case "--from" -> from = flags.number(Long.MIN_VALUE);
        case "--moves" -> moves = true;
        case "--data" -> data = Optional.of(flags.path());
        case "--help", "-h" -> help = true;
        default -> throw flags.unknown();
      }
    }
    return new CrashArguments(cycles, from, data, moves, help);
  }
}
