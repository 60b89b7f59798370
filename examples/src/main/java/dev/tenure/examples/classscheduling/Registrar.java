package dev.tenure.examples.classscheduling;

import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.record.database.RunOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The operations that students call. Each method runs one transaction and waits for it.
 * Thread-safe.
 */
record Registrar(QueueCluster cluster) {
  private static final int RETRIES_MAX = 100;

  private static final RunOptions OPTIONS =
      RunOptions.defaults()
          .withName("registrar")
          .withAttemptsMax(1 + RETRIES_MAX)
          .withTimeMax(Duration.ofMinutes(1));

  <T> T run(Function<TenantTransaction, CompletableFuture<T>> body) {
    return cluster.database().join(cluster.run(OPTIONS, ClassSchema.SCHOOL, body));
  }

  void addClasses(List<String> names, int seats) {
    run(
        tx -> {
          List<CompletableFuture<Void>> saves =
              names.stream().map(name -> Seats.in(tx).addClass(name, seats)).toList();
          return CompletableFuture.allOf(saves.toArray(CompletableFuture<?>[]::new));
        });
  }

  List<String> availableClasses() {
    return run(tx -> Seats.in(tx).available());
  }

  List<String> classesOf(String student) {
    return run(tx -> Seats.in(tx).classesOf(student));
  }

  Standing signUp(String student, String className) {
    return run(tx -> Enrolment.in(tx).signUp(student, className));
  }

  boolean drop(String student, String className) {
    return run(tx -> Enrolment.in(tx).drop(student, className));
  }

  void switchClass(String student, String from, String to) {
    run(tx -> Enrolment.in(tx).switchClass(student, from, to));
  }
}
