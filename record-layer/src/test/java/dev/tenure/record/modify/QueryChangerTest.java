package dev.tenure.record.modify;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.modify.ChangedStore.raise;
import static dev.tenure.record.modify.ChangedStore.range;
import static dev.tenure.record.modify.ChangedStore.refused;
import static dev.tenure.record.modify.ChangedStore.scoreBelow;
import static dev.tenure.record.modify.ChangedStore.scoreFrom;
import static dev.tenure.record.query.Predicates.equal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.record.async.Pace;
import dev.tenure.record.build.SliceFailure;
import dev.tenure.record.build.SliceLimits;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.key.FanType;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.test.Rival;
import dev.tenure.record.test.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Changes by query: what is changed, how often, and how a run ends and goes on. */
final class QueryChangerTest {
  private static final RecordQuery ALL = RecordQuery.of("Subject");
  private static final UnaryOperator<Message> RAISE = raise(100);
  private static final SliceLimits ONE = ChangedStore.SMALL.withRecords(1, 4);

  private final ChangedStore store = new ChangedStore();

  @AfterEach
  void close() {
    store.close();
  }

  private static UnaryOperator<Message> text(String text) {
    return message -> ((Subject) message).toBuilder().setText(text).build();
  }

  @Test
  void recordsOfTheQueryAreDeletedOverManyTransactions() {
    store.fill(40);
    QueryChange change = QueryChange.delete(ALL.where(scoreBelow(30)));

    ChangeResult result = store.run(store.changer(change));

    assertEquals(range(30, 40), store.scores());
    assertEquals(ChangeResult.Outcome.FINISHED, result.outcome());
    assertEquals(30, result.progress().matched());
    assertEquals(30, result.progress().changed());
    assertEquals(30, result.progress().scanned());
    assertTrue(result.slices() >= 8, "slices: " + result.slices());
    assertEquals(0, result.failures());
  }

  @Test
  void deletionsFindRecordsByAnIndexAndUpdatesByPrimaryKey() {
    QueryPredicate condition = scoreBelow(30);
    String delete =
        store.test.database.join(
            store.changer(QueryChange.delete(ALL.where(condition))).build().explain());
    String update =
        store.test.database.join(
            store.changer(QueryChange.update(ALL.where(condition), RAISE)).build().explain());
    assertTrue(delete.contains("index by-score"), delete);
    assertFalse(update.contains("by-score"), update);
  }

  @Test
  void updatesFindRecordsByAnIndexWhoseColumnsAreAllEqual() {
    QueryChange change = QueryChange.update(ALL.where(equal(field("score"), 3)), RAISE);
    String plan = store.test.database.join(store.changer(change).build().explain());
    assertTrue(plan.contains("index by-score"), plan);
  }

  @Test
  void updateThatRaisesAnIndexedColumnMeetsEachRecordOnce() {
    store.fill(30);
    QueryChange change = QueryChange.update(ALL.where(scoreFrom(0)), raise(1));
    ChangeResult result = store.run(store.changer(change));
    assertEquals(range(1, 31), store.scores());
    assertEquals(30, result.progress().changed());
  }

  @Test
  void updateInAnyOrderRefusesRecordsThatItLeavesMatching() {
    store.fill(30);
    QueryChange change =
        QueryChange.update(ALL.where(scoreFrom(0)), raise(1)).inOrder(QueryChange.Order.ANY);
    RecordLayerException refused =
        refused(Code.CHANGE_REFUSED, () -> store.run(store.changer(change)));
    assertTrue(refused.toString().contains("the Subject (0) cannot be changed"), refused::toString);
    assertTrue(refused.toString().contains("PRIMARY_KEY"), refused::toString);
    assertEquals(range(0, 30), store.scores());
  }

  @Test
  void updateInAnyOrderReadsOnlyWhatMatches() {
    store.fill(40);
    QueryChange change =
        QueryChange.update(ALL.where(scoreBelow(6)), RAISE).inOrder(QueryChange.Order.ANY);
    ChangeResult result = store.run(store.changer(change));
    assertEquals(6, result.progress().scanned());
    assertEquals(6, result.progress().changed());
    assertEquals(range(100, 106), store.scores().subList(0, 6));
  }

  @Test
  void limitEndsTheChange() {
    store.fill(40);
    QueryChange change = QueryChange.update(ALL.where(scoreBelow(30)).limit(10), RAISE);
    ChangeResult result = store.run(store.changer(change));
    assertEquals(ChangeResult.Outcome.FINISHED, result.outcome());
    assertEquals(10, result.progress().changed());
    assertEquals(range(100, 110), store.scores().subList(0, 10));
    assertEquals(range(10, 40), store.scores().subList(10, 40));
  }

  @Test
  void recordsThatTheUpdateGivesBackAreNotChanged() {
    store.fill(10);
    QueryChange change =
        QueryChange.update(
            ALL, message -> ((Subject) message).getId() < 4 ? message : RAISE.apply(message));
    ChangeProgress progress = store.run(store.changer(change)).progress();
    assertEquals(10, progress.matched());
    assertEquals(6, progress.changed());
    assertEquals(4, progress.unchanged());
    assertEquals(Tuple.from(9), progress.last().orElseThrow());
  }

  @Test
  void recordsOfSeveralTypesAreChanged() {
    store.fill(5);
    for (int id = 0; id < 5; id++) {
      store.save(Rival.newBuilder().setId(id).setTeam("red").build());
    }
    QueryChange change =
        QueryChange.update(
            RecordQuery.of(),
            message ->
                message instanceof Rival rival
                    ? rival.toBuilder().setTeam(rival.getTeam() + "!").build()
                    : RAISE.apply(message));
    assertEquals(10, store.run(store.changer(change)).progress().changed());
    assertEquals(range(100, 105), store.scores());
    QueryChange delete =
        QueryChange.delete(RecordQuery.of("Rival").where(equal(field("team"), "red!")));
    assertEquals(5, store.run(store.changer(delete)).progress().changed());
  }

  @Test
  void recordsWithSeveralEntriesInRangeAreChangedOnce() {
    for (int id = 0; id < 12; id++) {
      Subject.Builder subject = ChangedStore.subject(id, id).toBuilder();
      store.save(subject.addTag("a" + id).addTag("b").addTag("c" + id).build());
    }
    QueryPredicate condition = Predicates.notNull(field("tag", FanType.FAN_OUT));
    assertEquals(
        12,
        store
            .run(store.changer(QueryChange.update(ALL.where(condition), RAISE)))
            .progress()
            .changed());
    assertEquals(range(100, 112), store.scores());
    assertEquals(
        12,
        store.run(store.changer(QueryChange.delete(ALL.where(condition)))).progress().changed());
    assertEquals(List.of(), store.scores());
  }

  @Test
  void parametersOfTheConditionAreGiven() {
    store.fill(10);
    QueryPredicate below =
        new QueryPredicate.Comparison(field("score"), Operator.LESS, new Operand.Parameter("most"));
    QueryChange change = QueryChange.delete(ALL.where(below));
    assertThrows(IllegalArgumentException.class, () -> store.run(store.changer(change)));
    store.run(store.changer(change.with(Bindings.of("most", 4))));
    assertEquals(range(4, 10), store.scores());
  }

  @Test
  void orderAndWantedColumnsAreRefused() {
    RecordQuery ordered = ALL.orderBy(OrderColumn.ascending(field("score")));
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> QueryChange.delete(ordered))
            .toString()
            .contains("score"));
    assertTrue(
        assertThrows(
                IllegalArgumentException.class,
                () -> QueryChange.update(ALL.select(field("team")), RAISE))
            .toString()
            .contains("team"));
  }

  @Test
  void recordThatAWriterMovesBetweenValuesOfAListIsMet() {
    for (int id = 0; id < 6; id++) {
      String team = id == 0 ? "b" : "a";
      store.save(ChangedStore.subject(id, id).toBuilder().setTeam(team).build());
    }
    ChangeListener writer =
        new ChangeListener() {
          @Override
          public void committed(ChangePosition position) {
            if (position.progress().changed() == 2) {
              store.save(ChangedStore.subject(5, 5).toBuilder().setTeam("b").build());
            }
          }
        };
    QueryPredicate condition = Predicates.in(field("team"), "a", "b");
    QueryChange change = QueryChange.update(ALL.where(condition), RAISE);
    store.run(store.changer(change).slices(ONE).listener(writer));
    assertEquals(range(100, 106), store.scores());
  }

  /** Gathers what is told. */
  private static final class Told implements ChangeListener {
    private final List<Object> refused = new ArrayList<>();
    private final List<SliceFailure> failures = new ArrayList<>();

    @Override
    public void refused(ChangeRefusedException refusal) {
      refused.add(refusal.type() + refusal.primaryKey());
    }

    @Override
    public void sliceFailed(SliceFailure failure) {
      failures.add(failure);
    }
  }

  @Test
  void valueThatAUniqueIndexHasEndsTheRunWithItsRecord() {
    store.fill(12);
    QueryChange change =
        QueryChange.update(
            ALL,
            message -> {
              long id = ((Subject) message).getId();
              return text(id == 7 ? "t3" : "t" + id).apply(message);
            });
    RecordLayerException refused =
        refused(Code.CHANGE_REFUSED, () -> store.run(store.changer(change)));
    ChangeRefusedException known = assertInstanceOf(ChangeRefusedException.class, refused);
    assertEquals("Subject", known.type());
    assertEquals(Tuple.from(7), known.primaryKey());
    assertTrue(known.toString().contains("by-text"), known::toString);
    assertEquals("t6", store.subject(6).getText());
    assertFalse(store.subject(7).hasText());
  }

  @Test
  void recordsThatCannotBeChangedAreSkippedWhenAskedTo() {
    store.fill(20);
    Told told = new Told();
    QueryChange change =
        QueryChange.update(
            ALL,
            message -> {
              long id = ((Subject) message).getId();
              if (id == 5) {
                throw new IllegalStateException("no");
              }
              if (id == 11) {
                return ((Subject) message).toBuilder().setId(99).build();
              }
              return text(id == 7 || id == 8 ? "t3" : "t" + id).apply(message);
            });
    ChangeResult result = store.run(store.changer(change).skipRefused().listener(told));
    assertEquals(List.of("Subject(5)", "Subject(7)", "Subject(8)", "Subject(11)"), told.refused);
    assertEquals(20, result.progress().matched());
    assertEquals(16, result.progress().changed());
    assertEquals(4, result.progress().refused());
    assertEquals("t19", store.subject(19).getText());
    assertFalse(store.subject(8).hasText());
  }

  @Test
  void recordThatIsTooLargeIsNamed() {
    store.fill(8);
    String large = "x".repeat(10_000_000);
    QueryChange change =
        QueryChange.update(
            ALL,
            message ->
                ((Subject) message).getId() == 6
                    ? ((Subject) message).toBuilder().setTeam(large).build()
                    : RAISE.apply(message));
    Told told = new Told();
    ChangeResult result = store.run(store.changer(change).skipRefused().listener(told));
    assertEquals(List.of("Subject(6)"), told.refused);
    assertEquals(7, result.progress().changed());
  }

  @Test
  void transactionsThatBecomeTooLargeAreMadeSmaller() {
    store.fill(16);
    QueryChange change =
        QueryChange.update(
            ALL.where(scoreFrom(0)),
            message ->
                ((Subject) message)
                    .toBuilder()
                        .addTag("y")
                        .setText(((Subject) message).getId() + "x".repeat(9_000))
                        .build());
    ChangeResult result =
        store.run(store.changer(change).slices(ChangedStore.SMALL.withBytesMax(40)));
    assertEquals(16, result.progress().changed());
    assertTrue(result.slices() >= 8, "slices by bytes: " + result.slices());
  }

  @Test
  void conflictMakesTheNextTransactionSmaller() {
    store.fill(12);
    store.test.faults.plant(CommitFault.NOT_COMMITTED);
    Told told = new Told();
    ChangeResult result =
        store.run(store.changer(QueryChange.update(ALL, raise(1))).listener(told));
    assertEquals(range(1, 13), store.scores());
    assertEquals(1, result.failures());
    assertEquals(2, told.failures.get(0).nextRecords());
  }

  @Test
  void tooManyFailuresInARowEndTheRun() {
    store.fill(4);
    store.test.faults.plant(CommitFault.NOT_COMMITTED);
    store.test.faults.plant(CommitFault.NOT_COMMITTED);
    refused(
        Code.COMMIT_CONFLICT,
        () -> store.run(store.changer(QueryChange.update(ALL, raise(1))).failuresMax(2)));
    assertEquals(range(0, 4), store.scores());
    assertThrows(
        IllegalArgumentException.class,
        () -> store.changer(QueryChange.delete(ALL)).failuresMax(0));
  }

  @Test
  void recordThatADamagedIndexGivesIsSkipped() {
    store.fill(6);
    store.in(
        open -> {
          byte[] entry = open.index("by-score").keys().key(Tuple.from(-5, 4));
          open.context().transaction().set(entry, new byte[0]);
          return CompletableFuture.completedFuture(null);
        });
    ChangeProgress progress =
        store.run(store.changer(QueryChange.delete(ALL.where(scoreBelow(2))))).progress();
    assertEquals(1, progress.skipped());
    assertEquals(2, progress.changed());
    assertEquals(range(2, 6), store.scores());
  }

  @Test
  void timeThatIsUpStopsTheRunBetweenTransactions() {
    store.fill(30);
    ChangeListener slow =
        new ChangeListener() {
          @Override
          public void committed(ChangePosition position) {
            store.test.clock.advance(Duration.ofSeconds(1));
          }
        };
    QueryChanger changer =
        store
            .changer(QueryChange.update(ALL, raise(1)))
            .timeMax(Duration.ofSeconds(3))
            .listener(slow)
            .build();
    ChangeResult result = store.test.database.join(changer.run());
    assertEquals(ChangeResult.Outcome.STOPPED, result.outcome());
    assertEquals(3, result.slices());
    while (!changer.position().isEnd()) {
      store.test.database.join(changer.run());
    }
    assertEquals(range(1, 31), store.scores());
  }

  @Test
  void stopEndsAPause() {
    store.fill(30);
    CompletableFuture<Void> committed = new CompletableFuture<>();
    ChangeListener listener =
        new ChangeListener() {
          @Override
          public void committed(ChangePosition position) {
            committed.complete(null);
          }
        };
    QueryChanger changer =
        store
            .changer(QueryChange.update(ALL, raise(1)))
            .pace(Pace.perSecond(100).withPause(Duration.ofHours(1)))
            .listener(listener)
            .build();
    CompletableFuture<ChangeResult> running = changer.run();
    store.test.database.join(committed);
    assertThrows(IllegalStateException.class, changer::run);
    changer.stop();
    ChangeResult result = store.test.database.join(running);
    assertEquals(ChangeResult.Outcome.STOPPED, result.outcome());
    assertEquals(4, result.progress().changed());
    changer.stop();
  }
}
