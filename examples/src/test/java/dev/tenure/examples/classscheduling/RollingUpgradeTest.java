package dev.tenure.examples.classscheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.Database;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.examples.classscheduling.proto.Mail;
import dev.tenure.queue.rollout.RollOutOptions;
import dev.tenure.queue.rollout.SchemaRollOuts;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.spring.TenureRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The steps of docs/rolling-upgrades.md, with real threads on one engine: the schema is published
 * and rolled out by the queue, consumers are upgraded one by one, rolled back, upgraded again, and
 * then the producers are. Students act all the time. At the end no seat and no mail is missing or
 * there twice.
 */
@Timeout(600)
final class RollingUpgradeTest {
  private static final String APPLICATION = ClassSchema.SCHOOL.application();
  private static final int SEATS = 1;
  private static final int POPULAR = 5;
  private static final int STUDENTS = 6;
  private static final int CONSUMERS = 3;
  private static final long SOME = 10;
  private static final Duration BETWEEN_ACTIONS = Duration.ofMillis(10);
  private static final int LOOKS_MAX = 12_000;

  private final TenureRuntime runtime = TenureRuntime.start();
  private final Database engine = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final MailServer mailServer = new MailServer();

  /** How many items of each kind have begun, by release. */
  private final Map<String, AtomicLong> begun = new ConcurrentSkipListMap<>();

  private final AtomicLong statements = new AtomicLong();
  private final SchoolProcess first = process(ClassSchema.metaData());
  private final List<Member> fleet = new ArrayList<>();
  private int members;

  /** A process of a release with its consumer. */
  private record Member(SchoolProcess process, Consumer consumer) {
    void stop() {
      process.stop(consumer);
    }
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    fleet.forEach(Member::stop);
    engine.close();
    runtime.close();
  }

  private SchoolProcess process(RecordMetaData metaData) {
    return SchoolProcess.start(engine, runtime, metaData);
  }

  private <P> ItemHandler<P> noted(String what, ItemHandler<P> handler) {
    return (payload, context) -> {
      note(what);
      return handler.handle(payload, context);
    };
  }

  private void note(String what) {
    begun.computeIfAbsent(what, name -> new AtomicLong()).incrementAndGet();
  }

  private long begun(String what) {
    return begun.getOrDefault(what, new AtomicLong()).get();
  }

  private Member ofFirstRelease() {
    Handlers.Builder handlers =
        Handlers.builder()
            .on(ClassSchema.SEAT, noted("seat by 1", ClassHandlers::seat))
            .on(ClassSchema.MAIL, noted("mail by 1", new ClassHandlers(mailServer)::mail));
    SchoolProcess process = process(ClassSchema.metaData());
    return new Member(process, process.consume("first-" + members++, handlers));
  }

  private Member ofSecondRelease() {
    ItemHandler<String> seat =
        (payload, context) -> {
          note("seat by 2, written by " + context.item().schemaVersion());
          return SecondRelease.seat(payload);
        };
    Handlers.Builder handlers =
        Handlers.builder()
            .on(SecondRelease.SEAT, seat)
            .on(
                SecondRelease.STATEMENT,
                noted("statement", (student, context) -> SecondRelease.statement(student)))
            .on(ClassSchema.MAIL, noted("mail by 2", new ClassHandlers(mailServer)::mail));
    SchoolProcess process = process(SecondRelease.metaData());
    return new Member(process, process.consume("second-" + members++, handlers));
  }

  /** SIGTERM for the old process, and then the start of the new one. */
  private void replace(int number, boolean upgraded) {
    fleet.get(number).stop();
    fleet.set(number, upgraded ? ofSecondRelease() : ofFirstRelease());
  }

  private void until(String what, BooleanSupplier reached) {
    var database = first.registrar().cluster().database();
    for (int look = 0; look < LOOKS_MAX; look++) {
      if (reached.getAsBoolean()) {
        return;
      }
      database.join(database.delay(BETWEEN_ACTIONS));
    }
    throw new AssertionError("no " + what + " in two minutes; begun: " + begun);
  }

  /** Waits until so many more items of a kind have begun. */
  private void untilMore(String what) {
    long before = begun(what);
    until(what, () -> begun(what) >= before + SOME);
  }

  /** What a student does who is connected to a process of some release. */
  private interface Action {
    void act(String student, String className, RandomGenerator random);
  }

  /** The students of a release, until they are stopped. */
  private final class Students {
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final List<CompletableFuture<Void>> running = new ArrayList<>();

    Students(String release, Action action) {
      List<String> popular = ClassNames.all().subList(0, POPULAR);
      for (int number = 0; number < STUDENTS; number++) {
        String student = release + "-student-" + number;
        SplittableRandom random = new SplittableRandom(number);
        running.add(
            CompletableFuture.runAsync(() -> act(action, student, popular, random), threads));
      }
    }

    private void act(Action action, String student, List<String> popular, RandomGenerator random) {
      var database = first.registrar().cluster().database();
      while (!stopped.get()) {
        try {
          action.act(student, popular.get(random.nextInt(POPULAR)), random);
        } catch (RefusedException refused) {
          // five classes are enough; the student does something else
        }
        database.join(database.delay(BETWEEN_ACTIONS));
      }
    }

    void stop() {
      stopped.set(true);
      running.forEach(CompletableFuture::join);
    }
  }

  private Students studentsOfFirstRelease() {
    return new Students(
        "first",
        (student, className, random) -> {
          if (random.nextBoolean()) {
            first.registrar().signUp(student, className);
          } else {
            first.registrar().drop(student, className);
          }
        });
  }

  private Students studentsOfSecondRelease(SchoolProcess second) {
    Registrar registrar = second.registrar();
    return new Students(
        "second",
        (student, className, random) -> {
          switch (random.nextInt(5)) {
            case 0, 1 -> registrar.signUp(student, className);
            case 2, 3 -> registrar.run(tx -> SecondRelease.drop(tx, student, className));
            default -> {
              registrar.run(tx -> SecondRelease.askForStatement(tx, student));
              statements.incrementAndGet();
            }
          }
        });
  }

  @Test
  void twoReleasesSideBySideLoseNothingAndDoNothingTwice() {
    var cluster = first.registrar().cluster();
    cluster.database().join(cluster.createTenant(ClassSchema.SCHOOL));
    first.registrar().addClasses(ClassNames.all(), SEATS);
    for (int number = 0; number < CONSUMERS; number++) {
      fleet.add(ofFirstRelease());
    }
    Students older = studentsOfFirstRelease();
    untilMore("seat by 1");

    publishAndRollOut();
    untilMore("seat by 1");

    replace(0, true);
    replace(1, true);
    untilMore("seat by 2, written by 1");
    untilMore("seat by 1");
    replace(0, false);
    replace(1, false);
    untilMore("seat by 1");
    for (int number = 0; number < CONSUMERS; number++) {
      replace(number, true);
    }
    untilMore("mail by 2");

    Students newer = studentsOfSecondRelease(process(SecondRelease.metaData()));
    fleet.add(ofFirstRelease());
    untilMore("seat by 2, written by 2");
    untilMore("statement");
    untilMore("mail by 1");
    older.stop();
    newer.stop();

    ConsumerFleet.awaitQuiet(first.registrar());
    verify(fleet.get(0).process().registrar());
  }

  /** A large store: the index is built by an item of the queue, while students act. */
  private void publishAndRollOut() {
    var database = first.registrar().cluster().database();
    SchemaRollOuts rollOuts = new SchemaRollOuts(first.deployment());
    database.join(
        rollOuts.publish(APPLICATION, SecondRelease.metaData(), RollOutOptions.defaults()));
    until(
        "end of the roll-out",
        () ->
            database.join(rollOuts.status(APPLICATION)).stream().allMatch(each -> each.isDone(2)));
  }

  private void verify(Registrar registrar) {
    SchoolAudit audit = registrar.run(SchoolAudit::read);
    assertEquals(List.of(), audit.violations(SEATS, mailServer.sent()));
    assertEquals(audit.mails(), audit.recorded().size());
    assertEquals(
        statements.get(),
        audit.recorded().stream().map(Mail::getText).filter(SecondRelease::isStatement).count());
    long indexed = registrar.run(tx -> SecondRelease.classesWith(tx, SEATS));
    assertEquals(audit.seatsLeft(), indexed, "entries of the index");
  }
}
