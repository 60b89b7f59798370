package dev.tenure.examples.sync;

import dev.tenure.examples.sync.proto.Task;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.RecordLayerException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Writers and devices at work on one list, which moves on the way. */
final class SyncExample {
  private static final int ROUNDS = 60;
  private static final int MOVE_AT = 25;
  private static final int FORGET_AT = 45;
  private static final int WRITERS = 6;
  private static final int TASKS = 40;

  private final Supplier<RecordDatabase> secondCluster;
  private final RandomGenerator random;
  private final PrintStream out;
  private final SyncClient phone;
  private final SyncClient tablet;
  private TaskService home;
  private int edits;
  private int repeated;

  SyncExample(
      RecordDatabase firstCluster,
      Supplier<RecordDatabase> secondCluster,
      List<RecordDatabase> devices,
      RandomGenerator random,
      PrintStream out) {
    this.home = TaskService.on(firstCluster);
    this.secondCluster = secondCluster;
    this.random = random;
    this.out = out;
    this.phone = new SyncClient(new Device(devices.get(0)), () -> home, random);
    this.tablet = new SyncClient(new Device(devices.get(1)), () -> home, random);
  }

  void run() {
    home.create();
    for (int round = 0; round < ROUNDS; round++) {
      List<List<Edit>> planned = plan();
      List<CompletableFuture<Integer>> running = new ArrayList<>();
      Runnable writers = () -> planned.forEach(each -> running.add(home.edit(each)));
      if (round == MOVE_AT) {
        home = move(writers);
      } else {
        writers.run();
        phone.sync();
      }
      finish(planned, running);
      if (round == 0) {
        syncAll(tablet);
      }
      if (round == FORGET_AT) {
        syncAll(phone);
        out.println("deletions forgotten: " + home.forgetDeletions());
      }
    }
    syncAll(phone);
    syncAll(tablet);
    verify();
  }

  /** Moves the list to a cluster that has just begun, whose versions are small. */
  private TaskService move(Runnable meanwhile) {
    TaskService there = TaskService.on(secondCluster.get());
    long before = lastVersion(home);
    new UserMove(home, there).run(meanwhile);
    there.database().join(there.edit(List.of(new Edit(0, "moved", false))));
    long after = lastVersion(there);
    out.println("moved: " + (after < before ? "smaller" : "greater") + " versions from here on");
    return there;
  }

  private static long lastVersion(TaskService service) {
    return ByteBuffer.wrap(service.latest().version().orElseThrow().getBytes()).getLong();
  }

  /** What each writer is to do in its transaction. */
  private List<List<Edit>> plan() {
    List<List<Edit>> all = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      List<Edit> some = new ArrayList<>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        boolean deletes = random.nextInt(5) == 0;
        some.add(new Edit(random.nextInt(TASKS), "text " + random.nextInt(1_000), deletes));
      }
      all.add(some);
    }
    return all;
  }

  /** Waits for the writers; those that met the move do their work again where the list is now. */
  private void finish(List<List<Edit>> planned, List<CompletableFuture<Integer>> running) {
    for (int i = 0; i < planned.size(); i++) {
      try {
        edits += home.database().join(running.get(i));
      } catch (RecordLayerException e) {
        requireOfMove(e);
        repeated++;
        edits += home.database().join(home.edit(planned.get(i)));
      }
    }
  }

  private static void requireOfMove(RecordLayerException error) {
    switch (error.code()) {
      case STORE_LOCKED, STORE_ABSENT -> {}
      default -> throw error;
    }
  }

  private static void syncAll(SyncClient client) {
    while (!client.sync()) {}
  }

  private void verify() {
    List<Task> tasks = home.tasks();
    requireEqual("phone", tasks, phone);
    requireEqual("tablet", tasks, tablet);
    out.println("writers: " + edits + " edits, " + repeated + " transactions again after the move");
    out.println("phone: " + phone);
    out.println("tablet: " + tablet);
    out.println(
        "verified: both have the " + tasks.size() + " tasks; no change came twice or too late");
  }

  private static void requireEqual(String name, List<Task> tasks, SyncClient client) {
    List<Task> copy = client.device().tasks();
    if (!copy.equals(tasks)) {
      throw new IllegalStateException(name + " has " + copy + ", the list is " + tasks);
    }
  }

  /** The number of transactions that met the move and ran again. */
  int repeated() {
    return repeated;
  }

  SyncClient phone() {
    return phone;
  }

  SyncClient tablet() {
    return tablet;
  }
}
