package dev.tenure.examples.classscheduling;

import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.tuple.TupleRange;
import java.io.PrintStream;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Lets students act on the school of a fleet, whose consumers run in other processes or in this
 * one. Creates the school if it does not exist.
 */
record Term(Registrar registrar, int students, RandomGenerator random, PrintStream out) {
  private static final int OPERATIONS = 10;

  /**
   * Lets the students act, waits until the consumers have done all work, and reads the whole store.
   *
   * @throws IllegalStateException when the consumers have work left after a minute, or a rule is
   *     broken
   */
  void run() {
    open();
    act();
    out.println("ran " + students * OPERATIONS + " transactions of " + students + " students");
    ConsumerFleet.awaitQuiet(registrar);
    SchoolAudit audit = registrar.run(SchoolAudit::read);
    List<String> broken = audit.violations(Seats.SEATS, audit.recorded());
    if (!broken.isEmpty()) {
      throw new IllegalStateException("broken rules: " + broken);
    }
    out.println(
        audit.mails()
            + " mails enqueued, "
            + audit.recorded().size()
            + " sent; every rule is kept");
  }

  /** Creates the school. Both steps may be repeated, also by several processes at the same time. */
  void open() {
    QueueCluster cluster = registrar.cluster();
    cluster.database().join(cluster.createTenant(ClassSchema.SCHOOL));
    registrar.run(
        tx ->
            hasClasses(tx)
                .thenCompose(
                    there -> there ? CompletableFuture.completedFuture(null) : addClasses(tx)));
  }

  private static CompletableFuture<Boolean> hasClasses(TenantTransaction tx) {
    return tx.store()
        .scan(
            "SchoolClass",
            TupleRange.all(),
            Continuation.START,
            ScanOptions.defaults().withRowsMax(1))
        .first()
        .thenApply(found -> found.isPresent());
  }

  private static CompletableFuture<Void> addClasses(TenantTransaction tx) {
    return CompletableFuture.allOf(
        ClassNames.all().stream()
            .map(name -> Seats.in(tx).addClass(name, Seats.SEATS))
            .toArray(CompletableFuture<?>[]::new));
  }

  private void act() {
    ExecutorService threads = Executors.newFixedThreadPool(students);
    try {
      List<CompletableFuture<?>> running =
          IntStream.range(0, students)
              .mapToObj(
                  number ->
                      new IndecisiveStudent(
                          registrar, "student-" + number, new SplittableRandom(random.nextLong())))
              .<CompletableFuture<?>>map(
                  student -> CompletableFuture.supplyAsync(() -> student.run(OPERATIONS), threads))
              .toList();
      running.forEach(registrar.cluster().database()::join);
    } finally {
      threads.shutdownNow();
    }
  }
}
