package dev.tenure.examples.classscheduling;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.cluster.TenantTransaction;
import java.util.concurrent.CompletableFuture;

/**
 * The actions of students, as parts of a transaction. Each method changes the data and enqueues the
 * work that follows. One transaction may call several of them.
 */
record Enrolment(TenantTransaction tx, Seats seats, WaitList waitList, Post post) {

  static Enrolment in(TenantTransaction tx) {
    return new Enrolment(tx, Seats.in(tx), WaitList.in(tx), new Post(tx));
  }

  CompletableFuture<Standing> standing(String student, String className) {
    return seats
        .isTakenBy(student, className)
        .thenCompose(
            seated ->
                seated
                    ? CompletableFuture.completedFuture(Standing.SEATED)
                    : waitList
                        .holds(student, className)
                        .thenApply(waits -> waits ? Standing.WAITING : Standing.NONE));
  }

  /**
   * Gives the student a seat, or a place on the wait list when the class is full. Does nothing when
   * the student already has a seat or waits. Fails with {@link RefusedException} when the student
   * has five classes.
   */
  CompletableFuture<Standing> signUp(String student, String className) {
    return standing(student, className)
        .thenCompose(
            standing ->
                standing == Standing.NONE
                    ? enter(student, className)
                    : CompletableFuture.completedFuture(standing));
  }

  private CompletableFuture<Standing> enter(String student, String className) {
    return seats
        .requireFewClasses(student)
        .thenCompose(few -> seats.left(className))
        .thenCompose(left -> left > 0 ? seat(student, className) : await(student, className));
  }

  private CompletableFuture<Standing> seat(String student, String className) {
    return seats
        .changeLeft(className, -1)
        .thenCompose(changed -> seats.take(student, className))
        .thenCompose(taken -> post.tell(student, "You have a seat in " + className))
        .thenApply(told -> Standing.SEATED);
  }

  private CompletableFuture<Standing> await(String student, String className) {
    return waitList
        .join(student, className)
        .thenCompose(joined -> post.tell(student, "You wait for a seat in " + className))
        .thenApply(told -> Standing.WAITING);
  }

  /** Gives up the student's seat or place on the wait list. Returns whether there was one. */
  CompletableFuture<Boolean> drop(String student, String className) {
    return standing(student, className)
        .thenCompose(
            standing ->
                switch (standing) {
                  case NONE -> CompletableFuture.completedFuture(false);
                  case SEATED -> leaveSeat(student, className);
                  case WAITING -> leaveWaitList(student, className);
                });
  }

  private CompletableFuture<Boolean> leaveSeat(String student, String className) {
    return seats
        .leave(student, className)
        .thenCompose(left -> passOn(className))
        .thenCompose(passed -> post.tell(student, "You have left " + className))
        .thenApply(told -> true);
  }

  private CompletableFuture<Boolean> leaveWaitList(String student, String className) {
    return waitList
        .leave(student, className)
        .thenCompose(left -> post.tell(student, "You no longer wait for " + className))
        .thenApply(told -> true);
  }

  /** A seat that nobody has becomes work while students wait, and is left for all otherwise. */
  private CompletableFuture<Void> passOn(String className) {
    NewItem item = NewItem.of(ClassSchema.SEAT, className).withGroup(className);
    return waitList
        .first(className)
        .thenCompose(
            first ->
                first.isPresent()
                    ? tx.zone(ClassSchema.SEATS_ZONE).enqueue(item).thenAccept(enqueued -> {})
                    : seats.changeLeft(className, 1));
  }

  /**
   * Drops one class and signs up for another, both or neither. Fails with {@link RefusedException}
   * when there is no seat in the other.
   */
  CompletableFuture<Void> switchClass(String student, String from, String to) {
    return drop(student, from)
        .thenCompose(dropped -> signUp(student, to))
        .thenAccept(
            standing -> {
              if (standing == Standing.WAITING) {
                throw new RefusedException("there is no seat in " + to);
              }
            });
  }

  /** Gives a seat to the student who waits longest: the effects of a {@code seat} item. */
  CompletableFuture<Void> seatFirst(String className) {
    return waitList
        .first(className)
        .thenCompose(
            first ->
                first.isPresent()
                    ? seatWaiting(first.get(), className)
                    : seats.changeLeft(className, 1));
  }

  private CompletableFuture<Void> seatWaiting(String student, String className) {
    return waitList
        .leave(student, className)
        .thenCompose(left -> seats.classesOf(student))
        .thenCompose(
            classes ->
                classes.size() < Seats.CLASSES_MAX
                    ? seats
                        .take(student, className)
                        .thenCompose(taken -> post.tell(student, "You now have " + className))
                    : post.tell(student, className + " had a seat, but you have five classes")
                        .thenCompose(told -> passOn(className)));
  }
}
