package dev.tenure.campaigns.architecture;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Banned calls that one class may make all the same.
 *
 * @param caller the full name of the outermost class
 * @param methods the names of the banned methods
 * @param because why they do no harm there
 */
record AllowedCall(String caller, Pattern methods, String because) {
  private static final String KNOWN_DONE = "joins only futures that it knows to be done";

  static final List<AllowedCall> ALL =
      List.of(
          allow(
              "dev.tenure.embedded.EmbeddedEnvironment",
              "<init>|system|nanoTime|newSingleThreadExecutor|newFixedThreadPool",
              "what an environment was not given is real: the one place where that is made"),
          allow("dev.tenure.embedded.RetryLoop", "join", "the blocking run of fdb-java's Database"),
          allow(
              "dev.tenure.embedded.transaction.RangeIterator",
              "join",
              "the blocking hasNext of fdb-java's AsyncIterator; else only futures known done"),
          allow("dev.tenure.embedded.transaction.RangeQuery", "join", KNOWN_DONE),
          allow(
              "dev.tenure.embedded.transaction.CommitResult",
              "join",
              "the blocking join of a commit's future, on its caller's thread"),
          allow(
              "dev.tenure.embedded.commit.CommitFuture",
              "park",
              "as the join it serves, on the joining thread"),
          allow("dev.tenure.embedded.transaction.ReadPoint", "join", KNOWN_DONE),
          allow("dev.tenure.embedded.transaction.WatchPath", "join", KNOWN_DONE),
          allow(
              "dev.tenure.embedded.commit.EngineServer",
              "join",
              "close waits, on its caller's thread, for the group and the reads under way"),
          allow(
              "dev.tenure.embedded.commit.ParkingGroupPacer",
              "parkNanos",
              "parks the commit thread, which is the engine's own, between groups"),
          allow(
              "dev.tenure.embedded.recovery.EngineDirectory",
              "of",
              "a set of two file names that is only asked whether it contains one"),
          allow(
              "dev.tenure.late.LateDatabase",
              "system|newSingleThreadScheduledExecutor|<init>",
              "realTime: the one place where a real clock and timer are made"),
          allow("dev.tenure.late.LateRetryLoop", "join", "the blocking run of fdb-java's Database"),
          allow(
              "dev.tenure.late.LateIterator",
              "join",
              "the blocking hasNext of fdb-java's AsyncIterator"),
          allow(
              "dev.tenure.late.LateTransaction",
              "snapshot",
              "wraps the snapshot of the transaction below"),
          allow(
              "dev.tenure.record.context.RecordContext",
              "snapshot",
              "the one place that decides how layers read"),
          allow(
              "dev.tenure.record.meter.CountingReads",
              "snapshot",
              "counts the reads of whoever asks for it"),
          allow(
              "dev.tenure.record.context.Joiner",
              "join",
              "for callers who block threads of their own"),
          allow(
              "dev.tenure.queue.directory.DirectoryOptions",
              "nanoTime",
              "the default of an option, since the clock that the database is given may go back"),
          allow(
              "dev.tenure.record.database.RunFuture",
              "join",
              "the blocking join of a run's future, on its caller's thread"));

  static AllowedCall allow(String caller, String methods, String because) {
    return new AllowedCall(caller, Pattern.compile(methods), because);
  }

  boolean covers(BannedCalls.Found call) {
    return caller.equals(call.caller()) && methods.matcher(call.method()).matches();
  }
}
