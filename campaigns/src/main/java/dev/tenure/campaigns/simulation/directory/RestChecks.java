package dev.tenure.campaigns.simulation.directory;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.AuditPage;
import dev.tenure.queue.directory.DirectoryFinding;
import dev.tenure.queue.directory.TenantDetails;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.directory.TenantEntry;
import dev.tenure.queue.directory.TenantState;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.audit.AuditReport;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Checks what must hold when all faults are over: an audit finishes what was left unfinished and
 * then finds nothing; all items are done; every key can be owned at once; deleted tenants leave
 * nothing. Nothing is retried.
 */
final class RestChecks {
  /** By clocks that were 10 s ahead. */
  private static final Duration UNFINISHED_AFTER = Duration.ofSeconds(71);

  private static final Duration DONE_WITHIN = Duration.ofMinutes(1);
  private static final Duration STEP = Duration.ofSeconds(1);
  private static final int PAGE = 100;

  private final DirectoryWorld world;
  private final DirectoryContents truth;
  private final SimulatedProcess process;
  private final Office office;
  private final TenantDirectory directory;

  RestChecks(DirectoryWorld world, DirectoryContents truth) {
    this.world = world;
    this.truth = truth;
    this.process = world.startProcess("closing");
    this.office = world.scheduler.join(world.connect(process));
    this.directory = office.directory();
  }

  void check() {
    if (!world.adopted) {
      done(directory.adopt(progress -> {}));
      world.adopted = true;
      world.edges.hit(Edge.DIRECTORY_ADOPTED);
    }
    world.scheduler.runFor(UNFINISHED_AFTER);
    for (DirectoryFinding finding : audit(true)) {
      require(
          finding.repaired(), () -> "an audit could not repair " + finding + " while all is quiet");
      world.edges.hit(Edge.FINDING_REPAIRED);
    }
    List<DirectoryFinding> left = audit(false);
    require(left.isEmpty(), () -> "after its repairs an audit finds " + left);
    checkEntries();
    checkWork();
    checkIndex(false);
    checkIndex(true);
    world.keys.forEach(this::checkKey);
    deleteAll();
    world.scheduler.runFor(UNFINISHED_AFTER);
    // Repairs clear the fences of deletions.
    List<DirectoryFinding> last = audit(true);
    require(last.isEmpty(), () -> "after all deletions an audit finds " + last);
    checkIndex(true);
    checkNothingIsLeft();
  }

  private <T> T done(CompletableFuture<T> call) {
    T value = world.scheduler.join(call);
    world.throwReported();
    return value;
  }

  private List<DirectoryFinding> audit(boolean repairs) {
    List<DirectoryFinding> findings = new ArrayList<>();
    Optional<String> next = Optional.empty();
    do {
      AuditPage page = done(directory.audit().page(next, PAGE, repairs));
      findings.addAll(page.findings());
      next = page.next();
    } while (next.isPresent());
    return findings;
  }

  private void checkEntries() {
    for (TenantId tenant : world.tenants) {
      Optional<Entry> entry = truth.entryOf(tenant).now();
      require(
          entry.map(Entry::isSettled).orElse(true),
          () -> "tenant " + tenant + " is " + entry + " after an audit with repairs");
      require(
          done(directory.find(tenant))
              .map(found -> entry.orElseThrow().isTold(found))
              .orElse(entry.isEmpty()),
          () -> "find " + tenant + " does not give " + entry);
    }
  }

  private List<TenantId> living() {
    return world.tenants.stream().filter(each -> truth.entryOf(each).now().isPresent()).toList();
  }

  /** All tenants are resumed; then no item waits. */
  private void checkWork() {
    for (TenantId tenant : living()) {
      TenantEntry entry = done(directory.resume(tenant));
      require(entry.state() == TenantState.ACTIVE, () -> "a resumption gave " + entry);
    }
    Instant end = world.scheduler.now().plus(DONE_WITHIN);
    while (!waiting().isEmpty()) {
      require(
          world.scheduler.now().isBefore(end),
          () -> "not done within " + DONE_WITHIN + ": " + waiting());
      world.scheduler.runFor(STEP);
      world.throwReported();
    }
  }

  private List<String> waiting() {
    return living().stream()
        .flatMap(tenant -> truth.storesOf(tenant).stream())
        .flatMap(place -> truth.storeAt(place).orElseThrow().leases().keySet().stream())
        .toList();
  }

  /** Killed writers may leave garbage, and nothing else. */
  private void checkIndex(boolean repair) {
    AuditReport report =
        done(
            office
                .desk()
                .orElseThrow()
                .auditIndex(world, process, repair, Duration.ZERO, Duration.ZERO));
    for (dev.tenure.record.global.audit.Finding.State state :
        List.of(
            dev.tenure.record.global.audit.Finding.State.MISSING,
            dev.tenure.record.global.audit.Finding.State.VIOLATION)) {
      require(report.count(state) == 0, () -> "the index has " + report);
    }
  }

  /** A free key is passed from one tenant to the next. */
  private void checkKey(SecondaryKey key) {
    Optional<TenantId> owner = truth.ownerOf(key).now();
    requireOwner(key, owner);
    if (owner.isPresent()) {
      return;
    }
    List<TenantId> takers = new ArrayList<>(living());
    if (takers.isEmpty()) {
      takers.add(world.tenants.get(0));
      done(directory.create(takers.get(0), TenantDetails.NONE));
    }
    for (TenantId taker : takers) {
      done(directory.change(taker, details -> details.withKey(key.name(), key.value())));
      requireOwner(key, Optional.of(taker));
      done(directory.change(taker, details -> details.withoutKey(key.name())));
      requireOwner(key, Optional.empty());
    }
  }

  private void requireOwner(SecondaryKey key, Optional<TenantId> owner) {
    Optional<TenantId> found = done(directory.find(key)).map(TenantEntry::tenant);
    require(found.equals(owner), () -> key.value() + " is of " + owner + ", found is " + found);
  }

  private void deleteAll() {
    for (TenantId tenant : living()) {
      require(done(directory.previewDeletion(tenant)).isPresent(), () -> "no preview of " + tenant);
      require(done(directory.delete(tenant)), () -> tenant + " was not deleted");
      require(done(directory.find(tenant)).isEmpty(), () -> tenant + " is found");
      require(truth.storesOf(tenant).isEmpty(), () -> tenant + " still has a store");
    }
    for (SecondaryKey key : world.keys) {
      requireOwner(key, Optional.empty());
    }
  }

  private void checkNothingIsLeft() {
    for (TenantId tenant : world.tenants) {
      requireNoRowWith(tenant.user());
    }
    for (SecondaryKey key : world.keys) {
      requireNoRowWith(key.value());
    }
  }

  private void requireNoRowWith(String text) {
    List<String> rows = truth.reader().rowsWith(text);
    require(rows.isEmpty(), () -> rows.size() + " rows are left with " + text + ": " + rows);
  }
}
