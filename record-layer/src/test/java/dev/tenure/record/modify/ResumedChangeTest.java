package dev.tenure.record.modify;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.modify.ChangedStore.raise;
import static dev.tenure.record.modify.ChangedStore.range;
import static dev.tenure.record.modify.ChangedStore.refused;
import static dev.tenure.record.modify.ChangedStore.scoreFrom;
import static dev.tenure.record.query.Predicates.equal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.record.build.SliceLimits;
import dev.tenure.record.database.CommitMarkerOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.store.StoreOptions;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Changes by query that are killed, or whose commits are not answered, and go on. */
final class ResumedChangeTest {
  private static final RecordQuery ALL = RecordQuery.of("Subject");
  private static final UnaryOperator<Message> RAISE = raise(100);
  private static final byte[] KEPT = {'k'};
  private static final SliceLimits ONE = ChangedStore.SMALL.withRecords(1, 4);

  private final ChangedStore store = new ChangedStore();

  @AfterEach
  void close() {
    store.close();
  }

  /** Ends the run when so many transactions were committed. */
  private static final class Killing implements ChangeListener {
    private int left;
    private byte[] position = {};

    Killing(int slices) {
      left = slices;
    }

    @Override
    public void committed(ChangePosition at) {
      position = at.toBytes();
      left--;
      if (left == 0) {
        throw new IllegalStateException("killed");
      }
    }
  }

  @Test
  void killedChangeGoesOnFromItsBytes() {
    store.fill(60);
    QueryChange change = QueryChange.update(ALL.where(scoreFrom(10)), raise(1));
    Killing first = new Killing(3);
    QueryChanger changer = store.changer(change).listener(first).build();
    assertThrows(IllegalStateException.class, () -> store.test.database.join(changer.run()));
    assertEquals(12, changer.progress().scanned());
    assertEquals(2, changer.progress().changed());

    ChangePosition position = ChangePosition.fromBytes(first.position);
    assertEquals(changer.position(), position);
    ChangeResult rest = store.run(store.changer(change).from(position));

    assertEquals(50, rest.progress().changed());
    assertEquals(range(11, 61), store.scores().subList(10, 60));
    assertEquals(range(0, 10), store.scores().subList(0, 10));
    assertEquals(0, store.run(store.changer(change).from(rest.position())).slices());
  }

  @Test
  void positionOfAnotherChangeIsRefused() {
    store.fill(10);
    QueryChange change = QueryChange.update(ALL.where(scoreFrom(1)), RAISE);
    ChangePosition position = store.run(store.changer(change)).position();
    QueryChange other = QueryChange.update(ALL.where(scoreFrom(2)), RAISE);
    refused(Code.CONTINUATION_REFUSED, () -> store.changer(other).from(position).build());
    StoreOptions elsewhere =
        StoreOptions.of(store.test.subspace.get("other"), ChangedStore.META_DATA);
    refused(
        Code.CONTINUATION_REFUSED,
        () -> QueryChanger.builder(store.test.database, elsewhere, change).from(position).build());
  }

  @Test
  void damagedPositionIsRefused() {
    store.fill(10);
    byte[] good = store.run(store.changer(QueryChange.update(ALL, RAISE))).position().toBytes();
    assertEquals(10, ChangePosition.fromBytes(good).progress().changed());
    for (int length = 0; length < good.length; length++) {
      byte[] cut = Arrays.copyOf(good, length);
      refused(Code.CONTINUATION_REFUSED, () -> ChangePosition.fromBytes(cut));
    }
    byte[] negative = Tuple.from(1, 2, 3, new byte[0], new Tuple(), -1, 0, 0, 0, 0).pack();
    refused(Code.CONTINUATION_REFUSED, () -> ChangePosition.fromBytes(negative));
  }

  @Test
  void planThatChangesInTheMidstDoesNotChangeRecordsTwice() {
    for (int id = 0; id < 30; id++) {
      String team = id % 3 == 1 ? "a" : "b";
      store.save(ChangedStore.subject(id, id).toBuilder().setTeam(team).build());
    }
    QueryChange change = QueryChange.update(ALL.where(equal(field("team"), "a")), raise(1));
    QueryChanger changer = store.changer(change).slices(ONE).listener(new Killing(3)).build();
    assertTrue(store.test.database.join(changer.explain()).contains("index by-team"));
    assertThrows(IllegalStateException.class, () -> store.test.database.join(changer.run()));
    store.in(open -> open.builds().markDisabled("by-team"));
    assertFalse(store.test.database.join(changer.explain()).contains("index by-team"));

    ChangeResult rest = store.run(store.changer(change).from(changer.position()));

    assertEquals(10, rest.progress().changed());
    assertEquals(
        LongStream.range(0, 30).map(id -> id % 3 == 1 ? id + 1 : id).boxed().toList(),
        store.scores());
  }

  private RecordDatabase withMarkers() {
    return store
        .test
        .builder()
        .commitMarkers(CommitMarkerOptions.of(store.test.commitMarkers(), "p"))
        .build();
  }

  @ParameterizedTest
  @EnumSource(
      value = CommitFault.class,
      names = {"UNKNOWN_RESULT_APPLIED", "UNKNOWN_RESULT_NOT_APPLIED", "NOT_COMMITTED"})
  void commitMarkersTellWhetherATransactionWasCommitted(CommitFault fault) {
    store.fill(12);
    RecordDatabase database = withMarkers();
    store.test.faults.plant(fault);
    QueryChange change = QueryChange.update(ALL, raise(1));
    ChangeResult result = store.run(store.changer(database, change));
    assertEquals(range(1, 13), store.scores());
    assertEquals(12, result.progress().changed());
    assertTrue(store.test.faults.isUsedUp());
  }

  @ParameterizedTest
  @EnumSource(
      value = CommitFault.class,
      names = {"UNKNOWN_RESULT_APPLIED", "UNKNOWN_RESULT_NOT_APPLIED", "NOT_COMMITTED"})
  void keptPositionTellsWhetherATransactionWasCommitted(CommitFault fault) {
    store.fill(12);
    store.test.faults.plant(fault);
    QueryChange change = QueryChange.update(ALL, raise(1));
    ChangeResult result = store.run(store.changer(change).keepPositionAt(KEPT));
    assertEquals(range(1, 13), store.scores());
    assertEquals(12, result.progress().changed());
    assertEquals(1, result.failures());
  }

  @Test
  void updateOfWhichNobodyKnowsEndsTheRun() {
    store.fill(12);
    store.test.faults.plant(CommitFault.UNKNOWN_RESULT_APPLIED);
    QueryChange change = QueryChange.update(ALL, raise(1));
    RecordLayerException unknown =
        refused(Code.COMMIT_UNKNOWN, () -> store.run(store.changer(change)));
    assertTrue(unknown.maybeCommitted());
    assertEquals(List.of(1L, 2L, 3L, 4L, 4L, 5L), store.scores().subList(0, 6));
  }

  @Test
  void deletionOfWhichNobodyKnowsIsDoneAgain() {
    store.fill(12);
    store.test.faults.plant(CommitFault.UNKNOWN_RESULT_APPLIED);
    ChangeResult result = store.run(store.changer(QueryChange.delete(ALL)));
    assertEquals(List.of(), store.scores());
    assertEquals(8, result.progress().changed(), "those that are known");
  }

  @Test
  void keptPositionSurvivesACrashThatLostTheBytes() {
    store.fill(30);
    QueryChange change = QueryChange.update(ALL, raise(1));
    QueryChanger first =
        store.changer(change).keepPositionAt(KEPT).listener(new Killing(2)).build();
    assertThrows(IllegalStateException.class, () -> store.test.database.join(first.run()));

    ChangeResult second = store.run(store.changer(change).keepPositionAt(KEPT));
    ChangeResult third = store.run(store.changer(change).keepPositionAt(KEPT));

    assertEquals(range(1, 31), store.scores());
    assertEquals(30, second.progress().changed());
    assertEquals(second.position(), third.position());
    QueryChange other = QueryChange.update(ALL.where(scoreFrom(2)), raise(1));
    refused(Code.CONTINUATION_REFUSED, () -> store.run(store.changer(other).keepPositionAt(KEPT)));
  }
}
