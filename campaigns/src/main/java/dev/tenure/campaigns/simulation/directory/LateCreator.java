package dev.tenure.campaigns.simulation.directory;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.TenantDetails;
import java.time.Duration;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Creates tenants, and stalls at some task of a creation for longer than its permit. Meanwhile
 * others finish that creation, or delete the tenant.
 */
final class LateCreator extends Actor {
  private static final int BETWEEN_MILLIS_MAX = 1_000;
  private static final int TASKS_MAX = 60;
  private static final int STALL_SECONDS_MIN = 61;
  private static final int STALL_SECONDS_MAX = 75;

  private final DirectoryContents truth;
  private final Answers answers;
  private final SplittableRandom random;

  LateCreator(DirectoryWorld world, String name, DirectoryContents truth, Answers answers) {
    super(world, name);
    this.truth = truth;
    this.answers = answers;
    this.random = world.scheduler.random("creations of " + name);
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
    Duration lasting =
        Duration.ofSeconds(random.nextInt(STALL_SECONDS_MIN, STALL_SECONDS_MAX));
    stallAfter(1 + random.nextInt(TASKS_MAX), lasting);
    DirectoryOperation call =
        new DirectoryOperation(DirectoryOperation.Kind.CREATE, tenant, Set.of(), truth.task());
    var unused =
        waitingFor(office.directory().create(tenant, TenantDetails.NONE))
            .whenComplete(
                (told, error) -> {
                  if (error == null) {
                    answers.changed(call, told);
                  } else {
                    answers.failed(call, error);
                  }
                  work(office);
                });
  }
}
