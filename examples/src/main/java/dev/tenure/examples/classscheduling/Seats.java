package dev.tenure.examples.classscheduling;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.classscheduling.proto.Attendance;
import dev.tenure.examples.classscheduling.proto.SchoolClass;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The classes, their seats and the students who have them, in one transaction. */
record Seats(RecordStore store) {
  static final int SEATS = 100;
  static final int CLASSES_MAX = 5;

  static Seats in(TenantTransaction tx) {
    return new Seats(tx.store());
  }

  CompletableFuture<Void> addClass(String name, int seats) {
    return store
        .save(SchoolClass.newBuilder().setName(name).setSeatsLeft(seats).build())
        .thenAccept(saved -> {});
  }

  CompletableFuture<List<String>> available() {
    return store
        .scanIndex("available", TupleRange.all(), Continuation.START, ScanOptions.defaults())
        .map(entry -> entry.key().getString(0))
        .asList();
  }

  /** The number of free seats. Fails with {@link RefusedException} when there is no such class. */
  CompletableFuture<Long> left(String className) {
    return load(className).thenApply(SchoolClass::getSeatsLeft);
  }

  private CompletableFuture<SchoolClass> load(String className) {
    return store
        .load("SchoolClass", Tuple.from(className))
        .thenApply(
            found ->
                found
                    .map(stored -> stored.message(SchoolClass.class))
                    .orElseThrow(() -> new RefusedException("there is no class " + className)));
  }

  /** Adds a number, which may be negative, to the free seats. */
  CompletableFuture<Void> changeLeft(String className, int change) {
    return load(className)
        .thenCompose(
            before ->
                store.save(before.toBuilder().setSeatsLeft(before.getSeatsLeft() + change).build()))
        .thenAccept(saved -> {});
  }

  CompletableFuture<List<String>> classesOf(String student) {
    return store
        .scan(
            "Attendance",
            TupleRange.prefix(Tuple.from(student)),
            Continuation.START,
            ScanOptions.defaults())
        .map(record -> record.message(Attendance.class).getClassName())
        .asList();
  }

  CompletableFuture<Void> requireFewClasses(String student) {
    return classesOf(student)
        .thenAccept(
            classes -> {
              if (classes.size() >= CLASSES_MAX) {
                throw new RefusedException(student + " has " + classes.size() + " classes");
              }
            });
  }

  CompletableFuture<Boolean> isTakenBy(String student, String className) {
    return store
        .load("Attendance", Tuple.from(student, className))
        .thenApply(found -> found.isPresent());
  }

  CompletableFuture<Void> take(String student, String className) {
    return store
        .save(Attendance.newBuilder().setStudent(student).setClassName(className).build())
        .thenAccept(saved -> {});
  }

  CompletableFuture<Boolean> leave(String student, String className) {
    return store.delete("Attendance", Tuple.from(student, className));
  }
}
