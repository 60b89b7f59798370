package dev.tenure.examples.classscheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.examples.classscheduling.proto.Mail;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.testkit.cluster.SimulatedCluster;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.junit.SimulatedTest;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** The rules of the school, on small classes, with consumers that crash and commits that fail. */
final class EnrolmentTest {
  private static final int SEATS = 3;
  private static final int STUDENTS = 12;
  private static final int ROUNDS = 6;
  private static final int OPERATIONS = 25;
  private static final List<String> CLASSES = ClassNames.all().subList(0, 7);

  private final MailServer server = new MailServer();

  @SimulatedTest(seeds = 10)
  void everyRuleHoldsWhateverHappens(SimulatedEngine engine) {
    SimulatedCluster cluster = opened(engine);
    RandomGenerator random = new SplittableRandom(engine.scheduler().random("students").nextLong());
    cluster.startConsumer("first", deployment -> new ClassHandlers(server).handlers());
    cluster.startConsumer("second", deployment -> new ClassHandlers(server).handlers());
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < OPERATIONS; i++) {
        operate(cluster, random);
      }
      cluster.runWithFaults(Duration.ofSeconds(10));
    }
    cluster.drain(Duration.ofMinutes(10));
    SchoolAudit audit = run(cluster, SchoolAudit::read);
    assertEquals(List.of(), audit.violations(SEATS, server.sent()));
    assertTrue(audit.mails() > ROUNDS * OPERATIONS / 4, audit.mails() + " mails");
  }

  private static void operate(SimulatedCluster cluster, RandomGenerator random) {
    String student = "s" + random.nextInt(STUDENTS);
    String one = CLASSES.get(random.nextInt(CLASSES.size()));
    String other = CLASSES.get(random.nextInt(CLASSES.size()));
    int operation = random.nextInt(5);
    try {
      if (operation < 3) {
        var unused = run(cluster, tx -> Enrolment.in(tx).signUp(student, one));
      } else if (operation == 3) {
        var unused = run(cluster, tx -> Enrolment.in(tx).drop(student, one));
      } else {
        var unused = run(cluster, tx -> Enrolment.in(tx).switchClass(student, one, other));
      }
    } catch (RefusedException e) {
      String said = String.valueOf(e.getMessage());
      assertTrue(said.matches(".* has 5 classes|there is no seat in .*"), said);
    }
  }

  @SimulatedTest(seeds = 1)
  void seatGoesToTheNextWhenTheFirstHasFiveClassesByThen(SimulatedEngine engine) {
    SimulatedCluster cluster = opened(engine);
    String full = CLASSES.get(0);
    fill(cluster, full);
    signUp(cluster, "busy", full);
    signUp(cluster, "next", full);
    CLASSES.subList(1, 6).forEach(name -> signUp(cluster, "busy", name));
    run(cluster, tx -> Enrolment.in(tx).drop("filler-0", full));
    cluster.startConsumer("first", deployment -> new ClassHandlers(server).handlers());
    cluster.drain(Duration.ofMinutes(1));
    assertEquals(Standing.NONE, standing(cluster, "busy", full));
    assertEquals(Standing.SEATED, standing(cluster, "next", full));
    assertTrue(
        server.sent().stream().map(Mail::getText).anyMatch(text -> text.contains("had a seat")));
  }

  @SimulatedTest(seeds = 1)
  void seatOnItsWayIsNotTakenByANewcomer(SimulatedEngine engine) {
    SimulatedCluster cluster = opened(engine);
    String full = CLASSES.get(0);
    fill(cluster, full);
    signUp(cluster, "first", full);
    run(cluster, tx -> Enrolment.in(tx).drop("filler-0", full));
    assertEquals(Standing.WAITING, signUp(cluster, "newcomer", full));
    cluster.startConsumer("first", deployment -> new ClassHandlers(server).handlers());
    cluster.drain(Duration.ofMinutes(1));
    assertEquals(Standing.SEATED, standing(cluster, "first", full));
    assertEquals(Standing.WAITING, standing(cluster, "newcomer", full));
  }

  @SimulatedTest(seeds = 1)
  void seatOnItsWayIsLeftForAllWhenNobodyWaitsAnyMore(SimulatedEngine engine) {
    SimulatedCluster cluster = opened(engine);
    String full = CLASSES.get(0);
    fill(cluster, full);
    signUp(cluster, "impatient", full);
    run(cluster, tx -> Enrolment.in(tx).drop("filler-0", full));
    run(cluster, tx -> Enrolment.in(tx).drop("impatient", full));
    cluster.startConsumer("first", deployment -> new ClassHandlers(server).handlers());
    cluster.drain(Duration.ofMinutes(1));
    long left = run(cluster, tx -> Seats.in(tx).left(full));
    assertEquals(1, left);
  }

  @SimulatedTest(seeds = 1)
  void switchThatIsRefusedChangesNothing(SimulatedEngine engine) {
    SimulatedCluster cluster = opened(engine);
    fill(cluster, CLASSES.get(0));
    signUp(cluster, "ann", CLASSES.get(1));
    assertThrows(
        RefusedException.class,
        () ->
            run(
                cluster,
                tx -> Enrolment.in(tx).switchClass("ann", CLASSES.get(1), CLASSES.get(0))));
    assertEquals(Standing.SEATED, standing(cluster, "ann", CLASSES.get(1)));
    assertEquals(Standing.NONE, standing(cluster, "ann", CLASSES.get(0)));
  }

  private static void fill(SimulatedCluster cluster, String className) {
    IntStream.range(0, SEATS).forEach(i -> signUp(cluster, "filler-" + i, className));
  }

  private static Standing signUp(SimulatedCluster cluster, String student, String className) {
    return run(cluster, tx -> Enrolment.in(tx).signUp(student, className));
  }

  private static Standing standing(SimulatedCluster cluster, String student, String className) {
    return run(cluster, tx -> Enrolment.in(tx).standing(student, className));
  }

  private static SimulatedCluster opened(SimulatedEngine engine) {
    SimulatedCluster cluster = SimulatedCluster.open(engine, ClassSchema.metaData());
    cluster.createTenant(ClassSchema.SCHOOL);
    CLASSES.forEach(name -> run(cluster, tx -> Seats.in(tx).addClass(name, SEATS)));
    return cluster;
  }

  private static <T> T run(
      SimulatedCluster cluster, Function<TenantTransaction, CompletableFuture<T>> body) {
    try {
      return cluster.run(ClassSchema.SCHOOL, body);
    } catch (CompletionException e) {
      throw e.getCause() instanceof RefusedException refused ? refused : e;
    }
  }
}
