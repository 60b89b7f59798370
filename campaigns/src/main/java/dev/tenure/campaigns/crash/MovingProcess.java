package dev.tenure.campaigns.crash;

import dev.tenure.campaigns.process.ParentPipe;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.TenantDetails;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * The process that is killed while tenants move between its two durable clusters. Producers place
 * orders, a consumer runs their items, and each tenant has a mover. Lines that begin with a number
 * are of a tenant:
 *
 * <pre>
 * opening
 * TENANT found STEP                    what the process before has left of a move
 * TENANT opened VERSION                a producer has read the tenant's store
 * working                              all begin
 * TENANT acknowledged ...              as {@link Acknowledgement}
 * TENANT ran ORDER                     the effect of an order's item is committed
 * TENANT step STEP                     a mover has come there
 * TENANT moved OUTCOME                 a move has ended
 * failed MESSAGE
 * </pre>
 *
 * Its arguments are the directory, the seed, and its {@link Part}. It ends when its input ends.
 */
final class MovingProcess {
  private static final int FIRST_ORDERS = 200;
  private static final int ORDERS_MAX = 60;
  private static final int DELAYED_ONE_IN = 7;
  private static final int DELAY_MILLIS_MAX = 3_000;

  /** What a process is for. */
  enum Part {
    /** Makes tenants, with loaded queues, and ends. */
    MAKE,
    /** Works until it is killed. */
    WORK,
    /** Ends the moves and all items, says what is left ({@link MovedRest}), and ends. */
    END
  }

  private interface Task {
    void run() throws InterruptedException;
  }

  private final MovedTenants tenants;
  private final MovedOrders orders;
  private final SplittableRandom random;

  private MovingProcess(MovedTenants tenants, SplittableRandom random) {
    this.tenants = tenants;
    this.orders = new MovedOrders(tenants.directory.deployment());
    this.random = random;
  }

  public static void main(String[] arguments) throws IOException {
    start(
        "main",
        () -> {
          ParentPipe.say("opening");
          MovedTenants tenants = MovedTenants.open(Path.of(arguments[0]));
          new MovingProcess(tenants, new SplittableRandom(Long.parseLong(arguments[1])))
              .run(Part.valueOf(arguments[2]), arguments[1]);
        });
    while (System.in.read() >= 0) {}
    Runtime.getRuntime().halt(0);
  }

  private void run(Part part, String seed) throws InterruptedException {
    if (part == Part.MAKE) {
      make();
      ParentPipe.say("made");
      return;
    }
    for (int place = 0; place < MovedTenants.ALL.size(); place++) {
      TenantId tenant = MovedTenants.ALL.get(place);
      MoveStep found = MoveStep.of(tenants.directory, tenants.moves.find(tenant).join());
      ParentPipe.say(place + " found " + found);
    }
    ParentPipe.say("working");
    if (part == Part.END) {
      new MovedRest(tenants, orders).end();
      return;
    }
    tenants.consume("consumer-" + seed);
    for (int place = 0; place < MovedTenants.ALL.size(); place++) {
      int own = place;
      SplittableRandom producer = random.split();
      MovingTenant mover = new MovingTenant(tenants, place, random.split());
      start("producer", () -> produce(own, ORDERS_MAX, producer));
      start("mover", mover::run);
    }
  }

  private static void start(String name, Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (InterruptedException | RuntimeException failure) {
                ParentPipe.fail(failure);
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }

  private void make() throws InterruptedException {
    tenants.directory.adopt(progress -> {}).join();
    for (int place = 0; place < MovedTenants.ALL.size(); place++) {
      TenantId tenant = MovedTenants.ALL.get(place);
      tenants.directory.create(tenant, TenantDetails.NONE).join();
      tenants
          .directory
          .deployment()
          .run(tenant, tx -> tx.zone().saveSettings(MovedTenants.SETTINGS))
          .join();
      produce(place, FIRST_ORDERS, random.split());
    }
  }

  private void produce(int place, int most, SplittableRandom own) throws InterruptedException {
    TenantId tenant = MovedTenants.ALL.get(place);
    MovedOrders.Found found = MovedTenants.persist(() -> orders.find(tenant));
    ParentPipe.say(place + " opened " + found.version());
    if (found.head() > 0) {
      boolean existed = MovedTenants.persist(() -> orders.repeat(tenant, found.head())).existed();
      CrashViolation.require(existed, tenant + " has forgotten the id of order " + found.head());
    }
    for (int i = 1; i <= most; i++) {
      long number = found.head() + i;
      int millis = own.nextInt(DELAYED_ONE_IN) == 0 ? own.nextInt(DELAY_MILLIS_MAX) : 0;
      MovedTenants.persist(() -> orders.place(tenant, number, Duration.ofMillis(millis)))
          .ifPresent(told -> ParentPipe.say(place + " " + told));
    }
  }
}
