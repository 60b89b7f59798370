package dev.tenure.campaigns.simulation.directory;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.TenantDetails;
import dev.tenure.queue.directory.TenantState;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * Creates or deletes tenants, and stalls before it learns that the entry was written. Meanwhile
 * others finish the creation or the deletion, and begin the next life of the tenant; then this
 * process goes on. A stall in any other step ends in the time limit of that step.
 *
 * <ul>
 *   <li>A creator stalls for longer than the permit of the creation, and then makes the store.
 *   <li>A deleter then removes the store.
 * </ul>
 */
final class LateOperator extends Actor implements DirectoryContents.Listener {
  private final DirectoryContents truth;
  private final Answers answers;
  private final SplittableRandom random;
  private final Work work;

  /** The tenant in work; empty when the operation has ended or has stalled. */
  private Optional<TenantId> begun = Optional.empty();

  /**
   * What the process does.
   *
   * @param stalls the state of an entry at which the process stalls
   */
  private record Work(
      DirectoryOperation.Kind kind,
      TenantState stalls,
      int betweenMillisMax,
      int stallSecondsMin,
      int stallSecondsMax) {}

  private static final Work CREATES =
      new Work(DirectoryOperation.Kind.CREATE, TenantState.CREATING, 1_000, 61, 90);
  private static final Work DELETES =
      new Work(DirectoryOperation.Kind.DELETE, TenantState.DELETING, 30_000, 10, 40);

  private LateOperator(
      DirectoryWorld world, String name, DirectoryContents truth, Answers answers, Work work) {
    super(world, name);
    this.truth = truth;
    this.answers = answers;
    this.work = work;
    this.random = world.scheduler.random("operations of " + name);
    truth.listen(this);
  }

  static LateOperator creator(DirectoryWorld world, DirectoryContents truth, Answers answers) {
    return new LateOperator(world, "late-creator", truth, answers, CREATES);
  }

  static LateOperator deleter(DirectoryWorld world, DirectoryContents truth, Answers answers) {
    return new LateOperator(world, "late-deleter", truth, answers, DELETES);
  }

  @Override
  public void changedAll() {
    boolean isToStall =
        begun
            .flatMap(tenant -> truth.entryOf(tenant).now())
            .filter(entry -> entry.state() == work.stalls)
            .isPresent();
    if (isToStall && !world.ending) {
      begun = Optional.empty();
      stall(Duration.ofSeconds(random.nextInt(work.stallSecondsMin, work.stallSecondsMax)));
    }
  }

  @Override
  void crashed() {
    begun = Optional.empty();
  }

  @Override
  void work(Office office) {
    later(work.betweenMillisMax, () -> next(office));
  }

  private void next(Office office) {
    if (world.ending) {
      return;
    }
    TenantId tenant = world.tenants.get(random.nextInt(world.tenants.size()));
    boolean isThere = truth.entryOf(tenant).now().isPresent();
    if (isThere == (work.kind == DirectoryOperation.Kind.CREATE)) {
      work(office);
      return;
    }
    begun = Optional.of(tenant);
    DirectoryOperation call = new DirectoryOperation(work.kind, tenant, Set.of(), truth.task());
    var unused =
        waitingFor(call(office, call))
            .whenComplete(
                (told, error) -> {
                  begun = Optional.empty();
                  if (error != null) {
                    answers.failed(call, error);
                  }
                  work(office);
                });
  }

  private CompletableFuture<Void> call(Office office, DirectoryOperation call) {
    return call.kind() == DirectoryOperation.Kind.CREATE
        ? office
            .directory()
            .create(call.tenant(), TenantDetails.NONE)
            .thenAccept(told -> answers.changed(call, told))
        : office
            .directory()
            .delete(call.tenant())
            .thenAccept(deleted -> answers.deleted(call, deleted));
  }
}
