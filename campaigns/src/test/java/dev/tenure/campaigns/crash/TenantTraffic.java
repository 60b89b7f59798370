package dev.tenure.campaigns.crash;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.directory.TenantDetails;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.directory.TenantEntry;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.global.SecondaryKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Processes that create, rename and delete tenants, and pass few alternate keys back and forth
 * between them. Each process has tenants of its own, so that it knows what every one of them is; an
 * operation that a shard did not answer is repeated until one is answered, as docs/tenants.md says.
 */
final class TenantTraffic {
  static final List<String> KINDS = List.of("email", "handle");

  private static final WorkType<String> ORDER = WorkType.of("order", PayloadCodecs.text());
  private static final int TENANTS = 3;
  private static final int VALUES = 3;

  private final List<Worker> workers = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();
  private long done;
  private long unanswered;
  private long taken;
  private long placedMeanwhile;
  private boolean stopped;

  /** Starts one process for each directory. */
  static TenantTraffic start(List<TenantDirectory> directories) {
    TenantTraffic traffic = new TenantTraffic();
    for (int i = 0; i < directories.size(); i++) {
      traffic.workers.add(traffic.new Worker(i, directories.get(i)));
    }
    traffic.workers.forEach(worker -> worker.thread.start());
    return traffic;
  }

  /** All alternate keys that tenants compete for. */
  static List<SecondaryKey> keys() {
    List<SecondaryKey> keys = new ArrayList<>();
    for (String kind : KINDS) {
      for (int i = 0; i < VALUES; i++) {
        keys.add(new SecondaryKey(kind, kind + i));
      }
    }
    return keys;
  }

  private final class Worker {
    private final TenantDirectory directory;
    private final Random random;
    private final Thread thread;

    /** What the process was told of its tenants; a tenant that does not exist is absent. */
    private final Map<TenantId, TenantDetails> told = new TreeMap<>();

    private final List<TenantId> tenants = new ArrayList<>();
    private int orders;

    Worker(int number, TenantDirectory directory) {
      this.directory = directory;
      this.random = new Random(number);
      this.thread = new Thread(this::run, "process-" + number);
      for (int i = 0; i < TENANTS; i++) {
        tenants.add(new TenantId("mail", "user" + number + "-" + i));
      }
    }

    private void run() {
      while (!isStopped()) {
        try {
          TenantId tenant = tenants.get(random.nextInt(TENANTS));
          TenantDetails known = told.get(tenant);
          if (known == null) {
            create(tenant);
          } else if (random.nextInt(6) == 0) {
            delete(tenant);
          } else {
            change(tenant);
          }
          told.keySet().stream().findFirst().ifPresent(each -> place(each, false));
        } catch (RuntimeException e) {
          fault("process " + thread.getName() + " failed with " + e);
        }
      }
    }

    private TenantDetails details() {
      TenantDetails details = TenantDetails.NONE.withDisplayName("name " + random.nextInt(1_000));
      for (SecondaryKey key : keys()) {
        if (random.nextInt(4) == 0) {
          details = details.withKey(key.name(), key.value());
        }
      }
      return details;
    }

    private void create(TenantId tenant) {
      TenantDetails details = details();
      if (answer(tenant, () -> directory.create(tenant, details)).isPresent()) {
        told.put(tenant, details);
      }
    }

    private void change(TenantId tenant) {
      TenantDetails details = details();
      if (answer(tenant, () -> directory.change(tenant, before -> details)).isPresent()) {
        told.put(tenant, details);
      }
    }

    private void delete(TenantId tenant) {
      if (answer(tenant, () -> directory.delete(tenant)).isPresent()) {
        told.remove(tenant);
      }
    }

    /** The answer; empty when another tenant owns a key, in which case nothing was changed. */
    private <T> Optional<T> answer(TenantId tenant, Supplier<CompletableFuture<T>> call) {
      while (true) {
        try {
          T value = call.get().join();
          count(Optional.empty());
          return Optional.of(value);
        } catch (CompletionException e) {
          if (!(FdbErrorPredicates.unwrap(e) instanceof QueueException failed)) {
            throw e;
          }
          count(Optional.of(failed));
          if (failed.code() == Code.ALTERNATE_KEY_TAKEN) {
            return Optional.empty();
          }
          if (!failed.retryable()) {
            throw failed;
          }
          told.keySet().stream()
              .filter(each -> !each.equals(tenant))
              .findFirst()
              .ifPresent(each -> place(each, failed.code() == Code.DIRECTORY_UNAVAILABLE));
        }
      }
    }

    /** An order of a tenant that exists is placed whether the shards answer or not. */
    private void place(TenantId tenant, boolean meanwhile) {
      NewItem item = NewItem.of(ORDER, "order").withId(thread.getName() + "-" + orders++);
      try {
        directory.deployment().run(tenant, tx -> tx.zone().enqueue(item)).join();
        if (meanwhile) {
          countPlaced();
        }
      } catch (CompletionException e) {
        fault("an order of " + tenant + " failed with " + FdbErrorPredicates.unwrap(e));
      }
    }
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  private synchronized void count(Optional<QueueException> failed) {
    done += failed.isEmpty() ? 1 : 0;
    taken += failed.filter(each -> each.code() == Code.ALTERNATE_KEY_TAKEN).isPresent() ? 1 : 0;
    unanswered +=
        failed.filter(each -> each.code() == Code.DIRECTORY_UNAVAILABLE).isPresent() ? 1 : 0;
    notifyAll();
  }

  private synchronized void countPlaced() {
    placedMeanwhile++;
  }

  private synchronized void fault(String text) {
    faults.add(text);
    stopped = true;
    notifyAll();
  }

  /** Returns when this many more operations have ended well, or one has failed as none may. */
  synchronized void runUntilDone(int more) {
    long end = done + more;
    awaitUntil(() -> done >= end);
  }

  /** Returns when this many more operations were not answered by a shard. */
  synchronized void runUntilUnanswered(int more) {
    long end = unanswered + more;
    awaitUntil(() -> unanswered >= end);
  }

  private synchronized void awaitUntil(BooleanSupplier reached) {
    try {
      while (!reached.getAsBoolean() && !stopped) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while processes run", e);
    }
  }

  /** Lets all operations under way end. */
  void stop() throws InterruptedException {
    synchronized (this) {
      stopped = true;
    }
    for (Worker each : workers) {
      each.thread.join();
    }
  }

  /** How often a key was refused since another tenant owned it. */
  synchronized long taken() {
    return taken;
  }

  /** How many orders were placed right after a shard had not answered. */
  synchronized long placedMeanwhile() {
    return placedMeanwhile;
  }

  /** What is wrong, after {@link #stop}, in what a process that knows nothing reads. */
  List<String> faults(TenantDirectory observer) {
    List<String> found;
    synchronized (this) {
      found = new ArrayList<>(faults);
    }
    Map<SecondaryKey, Set<TenantId>> owners = new TreeMap<>();
    for (Worker worker : workers) {
      for (TenantId tenant : worker.tenants) {
        Optional<TenantDetails> stored = observer.find(tenant).join().map(TenantEntry::details);
        Optional<TenantDetails> told = Optional.ofNullable(worker.told.get(tenant));
        if (!stored.equals(told)) {
          found.add(tenant + " was told " + told + " and is " + stored);
        }
        stored.ifPresent(
            details ->
                details
                    .keys()
                    .forEach(
                        key -> owners.computeIfAbsent(key, each -> new TreeSet<>()).add(tenant)));
        if (told.isEmpty()
            && observer.deployment().clusters().stream()
                .anyMatch(cluster -> cluster.hasTenant(tenant).join())) {
          found.add(tenant + " was deleted and has a store");
        }
      }
    }
    for (SecondaryKey key : keys()) {
      Set<TenantId> finds = new TreeSet<>();
      observer.find(key).join().map(TenantEntry::tenant).ifPresent(finds::add);
      if (!finds.equals(owners.getOrDefault(key, Set.of()))) {
        found.add(key.value() + " is of " + owners.get(key) + ", found is " + finds);
      }
    }
    return found;
  }
}
