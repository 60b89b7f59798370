package dev.tenure.examples.classscheduling;

import java.io.PrintStream;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** The chapters in which many students act at the same time, while consumers run. */
record Crowd(Registrar registrar, PrintStream out) {
  private static final int STUDENTS = 10;
  private static final int OPERATIONS = 10;
  private static final int RUSH = 150;
  private static final String MUSIC = "12:00 music lab";

  /** Lets ten students act, each on its own thread, with ten operations each. */
  void indecisive() {
    List<Boolean> right =
        together(
            STUDENTS,
            number -> {
              String name = "indecisive-" + number;
              var student = new IndecisiveStudent(registrar, name, new SplittableRandom(number));
              return List.copyOf(student.run(OPERATIONS)).equals(registrar.classesOf(name));
            });
    out.println("ran " + STUDENTS * OPERATIONS + " transactions");
    out.println("each student has the classes it believes to have: " + !right.contains(false));
  }

  /** Lets all students sign up for one class. Then 40 of those with a seat drop it. */
  void rush() {
    List<Standing> standings = together(RUSH, i -> registrar.signUp("fan-" + i, MUSIC));
    List<String> seated =
        IntStream.range(0, RUSH)
            .filter(i -> standings.get(i) == Standing.SEATED)
            .mapToObj(i -> "fan-" + i)
            .toList();
    out.println(seated.size() + " of " + RUSH + " seated");
    var unused = together(40, i -> registrar.drop(seated.get(i), MUSIC));
  }

  /** Shows the result. Called when the consumers have done all work. */
  void showRush() {
    int waiting = registrar.run(tx -> WaitList.in(tx).all(MUSIC)).size();
    out.println("40 of them dropped, 40 of those who waited have a seat, " + waiting + " wait");
  }

  /** Runs tasks on ten threads; their results in the tasks' order. */
  private <T> List<T> together(int tasks, IntFunction<T> task) {
    ExecutorService threads = Executors.newFixedThreadPool(STUDENTS);
    try {
      List<CompletableFuture<T>> running =
          IntStream.range(0, tasks)
              .mapToObj(i -> CompletableFuture.supplyAsync(() -> task.apply(i), threads))
              .toList();
      return running.stream().map(registrar.cluster().database()::join).toList();
    } finally {
      threads.shutdownNow();
    }
  }
}
