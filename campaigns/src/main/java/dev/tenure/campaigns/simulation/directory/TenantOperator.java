package dev.tenure.campaigns.simulation.directory;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.TenantDetails;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.directory.TenantEntry;
import dev.tenure.record.global.SecondaryKey;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Creates, changes, suspends, resumes and deletes tenants, two at a time, and passes alternate keys
 * from one to another. It is killed in the middle of one operation in five; the next operation on
 * the same tenant continues the interrupted one.
 */
final class TenantOperator extends Actor {
  private static final int LOOPS = 2;
  private static final int BETWEEN_MILLIS_MAX = 3_000;
  private static final int TASKS_MAX = 60;
  private static final int STALL_SECONDS_MAX = 80;

  private final DirectoryContents truth;
  private final Answers answers;
  private final SplittableRandom random;

  TenantOperator(DirectoryWorld world, String name, DirectoryContents truth, Answers answers) {
    super(world, name);
    this.truth = truth;
    this.answers = answers;
    this.random = world.scheduler.random("operations of " + name);
  }

  @Override
  void work(Office office) {
    for (int loop = 0; loop < LOOPS; loop++) {
      later(BETWEEN_MILLIS_MAX, () -> next(office.directory()));
    }
  }

  private void next(TenantDirectory directory) {
    if (world.ending) {
      return;
    }
    switch (random.nextInt(15)) {
      case 0, 1, 2 -> crashAfter(1 + random.nextInt(TASKS_MAX));
      case 3 ->
          stallAfter(
              1 + random.nextInt(TASKS_MAX),
              Duration.ofSeconds(1 + random.nextInt(STALL_SECONDS_MAX)));
      default -> {}
    }
    Runnable then = () -> later(BETWEEN_MILLIS_MAX, () -> next(directory));
    TenantId tenant = anyTenant();
    int drawn = random.nextInt(100);
    if (world.plan.adopting() && !world.adopted && drawn < 30) {
      adopt(directory, then);
    } else if (drawn < 22) {
      run(directory, DirectoryOperation.Kind.CREATE, tenant, drawKeys(), then);
    } else if (drawn < 42) {
      run(directory, DirectoryOperation.Kind.CHANGE, tenant, drawKeys(), then);
    } else if (drawn < 50) {
      pass(directory, tenant, anyTenant(), then);
    } else if (drawn < 60) {
      run(directory, DirectoryOperation.Kind.SUSPEND, tenant, Set.of(), then);
    } else if (drawn < 70) {
      run(directory, DirectoryOperation.Kind.RESUME, tenant, Set.of(), then);
    } else if (drawn < 85) {
      run(directory, DirectoryOperation.Kind.DELETE, tenant, Set.of(), then);
    } else {
      find(directory, tenant, then);
    }
  }

  private TenantId anyTenant() {
    return world.tenants.get(random.nextInt(world.tenants.size()));
  }

  private Set<SecondaryKey> drawKeys() {
    Set<SecondaryKey> keys = new TreeSet<>();
    int most = random.nextInt(3);
    for (int i = 0; i < most; i++) {
      keys.add(world.keys.get(random.nextInt(world.keys.size())));
    }
    return keys;
  }

  private void adopt(TenantDirectory directory, Runnable then) {
    var unused =
        waitingFor(directory.adopt(progress -> {}))
            .whenComplete(
                (progress, error) -> {
                  if (error == null) {
                    world.require(progress.active(), "an adoption ended with " + progress);
                    world.adopted = true;
                    world.edges.hit(Edge.DIRECTORY_ADOPTED);
                  } else {
                    world.scheduler.note("adoption failed: " + error);
                  }
                  then.run();
                });
  }

  /** One of the giver's keys, if it has any. */
  private void pass(TenantDirectory directory, TenantId giver, TenantId taker, Runnable then) {
    Optional<Entry> entry = truth.entryOf(giver).now();
    Optional<SecondaryKey> key = entry.flatMap(each -> each.keys().stream().findFirst());
    if (key.isEmpty() || giver.equals(taker)) {
      run(directory, DirectoryOperation.Kind.CREATE, giver, drawKeys(), then);
      return;
    }
    Set<SecondaryKey> kept = new TreeSet<>(entry.get().keys());
    kept.remove(key.get());
    run(
        directory,
        DirectoryOperation.Kind.CHANGE,
        giver,
        kept,
        () -> {
          world.edges.hit(Edge.KEY_PASSED);
          run(directory, DirectoryOperation.Kind.CHANGE, taker, Set.of(key.get()), then);
        });
  }

  void run(
      TenantDirectory directory,
      DirectoryOperation.Kind kind,
      TenantId tenant,
      Set<SecondaryKey> keys,
      Runnable then) {
    DirectoryOperation call = new DirectoryOperation(kind, tenant, keys, truth.task());
    world.scheduler.note(name + " " + call);
    var unused =
        waitingFor(call(directory, call))
            .whenComplete(
                (told, error) -> {
                  world.scheduler.note(
                      name + " " + call + " ended: " + (error == null ? told : error));
                  if (error == null) {
                    note(kind);
                  } else {
                    answers.failed(call, error);
                  }
                  then.run();
                });
  }

  private void note(DirectoryOperation.Kind kind) {
    world.edges.hit(
        switch (kind) {
          case CREATE -> Edge.TENANT_CREATED;
          case CHANGE -> Edge.KEYS_CHANGED;
          case SUSPEND -> Edge.TENANT_SUSPENDED;
          case RESUME -> Edge.TENANT_RESUMED;
          case DELETE -> Edge.TENANT_REMOVED;
        });
  }

  private CompletableFuture<?> call(TenantDirectory directory, DirectoryOperation call) {
    TenantDetails details = new TenantDetails("", Map.of(), call.keys());
    TenantId tenant = call.tenant();
    return switch (call.kind()) {
      case CREATE -> told(call, directory.create(tenant, details));
      case CHANGE -> told(call, directory.change(tenant, before -> details));
      case SUSPEND -> told(call, directory.suspend(tenant, "unpaid"));
      case RESUME -> told(call, directory.resume(tenant));
      case DELETE ->
          directory
              .delete(tenant)
              .thenApply(
                  deleted -> {
                    answers.deleted(call, deleted);
                    return deleted;
                  });
    };
  }

  private CompletableFuture<TenantEntry> told(
      DirectoryOperation call, CompletableFuture<TenantEntry> answer) {
    return answer.thenApply(
        entry -> {
          answers.changed(call, entry);
          return entry;
        });
  }

  private void find(TenantDirectory directory, TenantId tenant, Runnable then) {
    long begin = truth.task();
    if (random.nextBoolean()) {
      SecondaryKey key = world.keys.get(random.nextInt(world.keys.size()));
      var unused =
          waitingFor(directory.find(key))
              .whenComplete(
                  (found, error) -> {
                    answers.found(key, begin, found, Optional.ofNullable(error));
                    then.run();
                  });
    } else {
      var unused =
          waitingFor(directory.find(tenant))
              .whenComplete(
                  (found, error) -> {
                    answers.found(tenant, begin, found, Optional.ofNullable(error));
                    then.run();
                  });
    }
  }
}
