package dev.tenure.campaigns.simulation.directory;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.TenantDetails;
import dev.tenure.queue.directory.TenantState;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Creates tenants, and stalls before it is told that an entry was made, for longer than the permit
 * of the creation. Meanwhile others finish that creation, or delete the tenant; then it goes on to
 * make the store. A stall in any other step ends in the time limit of that step.
 */
final class LateCreator extends Actor implements DirectoryContents.Listener {
  private static final int BETWEEN_MILLIS_MAX = 1_000;
  private static final int STALL_SECONDS_MIN = 61;
  private static final int STALL_SECONDS_MAX = 90;

  private final DirectoryContents truth;
  private final Answers answers;
  private final SplittableRandom random;

  /** The tenant that is being created; empty when the creation has ended or has stalled. */
  private Optional<TenantId> creating = Optional.empty();

  LateCreator(DirectoryWorld world, String name, DirectoryContents truth, Answers answers) {
    super(world, name);
    this.truth = truth;
    this.answers = answers;
    this.random = world.scheduler.random("creations of " + name);
    truth.listen(this);
  }

  @Override
  public void changedAll() {
    boolean begun =
        creating
            .flatMap(tenant -> truth.entryOf(tenant).now())
            .filter(entry -> entry.state() == TenantState.CREATING)
            .isPresent();
    if (begun) {
      creating = Optional.empty();
      stall(Duration.ofSeconds(random.nextInt(STALL_SECONDS_MIN, STALL_SECONDS_MAX)));
    }
  }

  @Override
  void crashed() {
    creating = Optional.empty();
  }

  @Override
  void work(Office office) {
    later(BETWEEN_MILLIS_MAX, () -> next(office));
  }

  private void next(Office office) {
    if (world.ending) {
      return;
    }
    TenantId tenant = world.tenants.get(random.nextInt(world.tenants.size()));
    if (truth.entryOf(tenant).now().isPresent()) {
      work(office);
      return;
    }
    creating = Optional.of(tenant);
    DirectoryOperation call =
        new DirectoryOperation(DirectoryOperation.Kind.CREATE, tenant, Set.of(), truth.task());
    var unused =
        waitingFor(office.directory().create(tenant, TenantDetails.NONE))
            .whenComplete(
                (told, error) -> {
                  creating = Optional.empty();
                  if (error == null) {
                    answers.changed(call, told);
                  } else {
                    answers.failed(call, error);
                  }
                  work(office);
                });
  }
}
