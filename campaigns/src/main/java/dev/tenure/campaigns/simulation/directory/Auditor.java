package dev.tenure.campaigns.simulation.directory;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.directory.AuditPage;
import dev.tenure.queue.directory.DirectoryFinding;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.global.GlobalIndexException;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Audits the directory and its global index again and again, and repairs what may be repaired. */
final class Auditor extends Actor {
  private static final int BETWEEN_MILLIS_MAX = 8_000;
  private static final int PAGE_MAX = 4;
  private static final int TASKS_MAX = 80;
  private static final int INDEX_ONE_IN = 3;
  private static final Duration GRACE = Duration.ofMillis(500);
  private static final Duration DUMMY_AGE = Duration.ofSeconds(10);

  private final SplittableRandom random;

  Auditor(DirectoryWorld world, String name) {
    super(world, name);
    this.random = world.scheduler.random("audits of " + name);
  }

  @Override
  void work(Office office) {
    later(BETWEEN_MILLIS_MAX, () -> next(office));
  }

  private void next(Office office) {
    if (world.ending) {
      return;
    }
    if (random.nextInt(6) == 0) {
      crashAfter(1 + random.nextInt(TASKS_MAX));
    }
    if (random.nextInt(INDEX_ONE_IN) == 0) {
      auditIndex(office);
    } else {
      page(office, Optional.empty());
    }
  }

  private void auditIndex(Office office) {
    var unused =
        waitingFor(
                office
                    .desk()
                    .orElseThrow()
                    .auditIndex(world, process(), random.nextBoolean(), GRACE, DUMMY_AGE))
            .whenComplete(
                (report, error) -> {
                  Throwable plain = error == null ? null : FdbErrorPredicates.unwrap(error);
                  world.require(
                      plain == null || plain instanceof GlobalIndexException,
                      "an audit of the index gave " + plain);
                  work(office);
                });
  }

  private void page(Office office, Optional<String> from) {
    boolean adopted = world.adopted;
    var unused =
        waitingFor(
                office
                    .directory()
                    .audit()
                    .page(from, 1 + random.nextInt(PAGE_MAX), random.nextInt(4) > 0))
            .whenComplete((page, error) -> told(office, adopted, page, error));
  }

  private void told(
      Office office, boolean adopted, @Nullable AuditPage page, @Nullable Throwable error) {
    if (page == null || error != null) {
      Throwable plain = error == null ? null : FdbErrorPredicates.unwrap(error);
      world.require(
          plain instanceof QueueException told && (told.retryable() || isOfList(told, adopted)),
          "a page of an audit gave " + plain);
      work(office);
      return;
    }
    page.findings().forEach(finding -> check(finding, adopted));
    if (page.next().isPresent()) {
      page(office, page.next());
    } else {
      work(office);
    }
  }

  /** Until the deployment has adopted the directory, a cluster may have the list without it. */
  private static boolean isOfList(QueueException told, boolean adopted) {
    return !adopted && told.code() == QueueException.Code.CLUSTERS_DIFFER;
  }

  /** Nothing was restored from a backup: a store and its entry belong to each other. */
  private void check(DirectoryFinding finding, boolean adopted) {
    world.scheduler.note("audit: " + finding);
    boolean isOfOperations =
        finding.kind() == DirectoryFinding.Kind.UNFINISHED
            || finding.kind() == DirectoryFinding.Kind.STATE_DIFFERS;
    if (finding.repaired()) {
      world.edges.hit(Edge.FINDING_REPAIRED);
    }
    world.require(isOfOperations || !adopted, "an audit found " + finding);
  }
}
