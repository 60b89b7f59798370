package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.directory.TenantEntry;
import dev.tenure.record.global.keys.KeyChangeReport;
import dev.tenure.record.global.upkeep.WalkProgress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The changes of kinds of alternate keys that this process runs. A change takes longer than a
 * request may. So a request waits for a second and then gets the progress of the change.
 * Thread-safe.
 */
final class KindChanges {
  private final Map<String, Run> runs = new HashMap<>();

  /**
   * The answer to a request.
   *
   * @param begun whether the request has begun the change
   */
  record Told(boolean begun, DirectoryBody.KindChange change) {}

  CompletableFuture<Told> goOn(TenantDirectory directory, DirectoryRequest.Changing asked) {
    String name = asked.change() + " " + asked.kind();
    Run run;
    boolean begun;
    synchronized (runs) {
      Run known = runs.get(name);
      begun = known == null;
      run = known == null ? new Run(directory, asked) : known.of(asked);
      runs.put(name, run);
    }
    return run.done
        .copy()
        .completeOnTimeout(null, 1, TimeUnit.SECONDS)
        .whenComplete((report, error) -> forget(name, run))
        .thenApply(report -> new Told(begun, run.told(report)));
  }

  /** An end, good or bad, is told once. */
  private void forget(String name, Run run) {
    synchronized (runs) {
      if (run.done.isDone()) {
        runs.remove(name, run);
      }
    }
  }

  private static final class Run {
    private final DirectoryRequest.Changing asked;
    private final CompletableFuture<@Nullable KeyChangeReport> done;
    private volatile @Nullable WalkProgress progress;

    Run(TenantDirectory directory, DirectoryRequest.Changing asked) {
      this.asked = asked;
      String kind = asked.kind();
      Consumer<WalkProgress> listener = page -> progress = page;
      this.done =
          (switch (asked.change()) {
                case ADD -> directory.kinds().add(kind, entry -> derived(asked, entry), listener);
                case DROP -> directory.kinds().drop(kind, listener);
              })
              .thenApply(report -> report);
    }

    /** The run, unless the request would derive the keys otherwise. */
    Run of(DirectoryRequest.Changing again) {
      if (!again.fromAttribute().equals(asked.fromAttribute())) {
        throw new AdminProblem(
            ProblemKind.ALTERNATE_KINDS_DIFFER,
            "kind "
                + asked.kind()
                + " is being added now, with "
                + asked.fromAttribute().map(name -> "keys from attribute " + name).orElse("no keys")
                + " for the tenants that there are");
      }
      return this;
    }

    /** The value of an attribute, unless it is empty. */
    private static Optional<String> derived(DirectoryRequest.Changing asked, TenantEntry entry) {
      return asked
          .fromAttribute()
          .map(name -> entry.details().attributes().getOrDefault(name, ""))
          .filter(value -> !value.isEmpty());
    }

    DirectoryBody.KindChange told(@Nullable KeyChangeReport report) {
      WalkProgress now = progress;
      return new DirectoryBody.KindChange(
          asked.kind(),
          report != null && report.position().isEmpty(),
          now == null ? 0 : now.records(),
          now == null ? 0 : now.shardsDone(),
          now == null ? 0 : now.shards(),
          report == null ? 0 : report.changed(),
          report == null ? 0 : report.refused());
    }
  }
}
