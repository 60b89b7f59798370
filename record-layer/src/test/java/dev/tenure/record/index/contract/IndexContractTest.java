package dev.tenure.record.index.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Seeds;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorLaw;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.store.BuildLimits;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.test.Rival;
import dev.tenure.record.test.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of index types: whatever is done, the index equals brute force over the records. */
class IndexContractTest {
  private static final BuildLimits WHOLE = new BuildLimits(1_000, Long.MAX_VALUE);

  static List<IndexCase> cases() {
    return IndexCases.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void insertsAreInTheIndex(IndexCase subject) {
    try (ContractStore store = new ContractStore(subject)) {
      assertFits(store, "of an empty store");
      RandomGenerator random = random("inserts", subject);
      for (int i = 0; i < 10; i++) {
        store.save(ContractStore.random(random, 1 + random.nextInt(5)));
        assertFits(store, "after insert " + i);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void updatesMoveTheEntries(IndexCase subject) {
    try (ContractStore store = filled(subject)) {
      RandomGenerator random = random("updates", subject);
      for (int i = 0; i < 20; i++) {
        Subject other = ContractStore.random(random);
        store.save(other, other.toBuilder().clearScore().build(), other);
        assertFits(store, "after update " + i);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void deletesTakeTheEntriesAway(IndexCase subject) {
    try (ContractStore store = filled(subject)) {
      RandomGenerator random = random("deletes", subject);
      for (int i = 0; i < 20; i++) {
        Subject some = ContractStore.random(random);
        store.in(
            open ->
                open.context()
                    .join(
                        open.delete(
                            ContractStore.SUBJECT, Tuple.from(some.getTeam(), some.getId()))));
        assertFits(store, "after delete " + i);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void recordsSavedAgainAsTheyAreChangeNoRow(IndexCase subject) {
    try (ContractStore store = filled(subject)) {
      List<String> before = store.indexRows();
      List<Subject> again = new ArrayList<>();
      store.in(
          open ->
              ContractStore.records(open, ContractStore.SUBJECT)
                  .forEach(record -> again.add((Subject) record.message())));
      store.save(again.toArray(new Subject[0]));
      assertFits(store, "after no change");
      if (!subject.keepsPast() && !subject.name().matches("version.*|stored-times")) {
        assertEquals(before, store.indexRows());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void recordsReplacedAndDeletedWithoutWaitingAreInOrder(IndexCase subject) {
    try (ContractStore store = filled(subject)) {
      RandomGenerator random = random("replacements", subject);
      store.in(
          open -> {
            for (StoredRecord record : ContractStore.records(open, ContractStore.SUBJECT)) {
              Subject old = (Subject) record.message();
              Subject other =
                  ContractStore.random(random).toBuilder()
                      .setId(old.getId())
                      .setTeam(old.getTeam())
                      .setSlot(old.getSlot())
                      .build();
              StoredRecord replaced = open.replace(record, other);
              if (random.nextBoolean()) {
                open.delete(replaced);
              } else {
                StoredRecord last = open.replace(replaced, old);
                assertEquals(old, last.message());
              }
            }
          });
      if (!subject.keepsPast()) {
        assertFits(store, "after replacements");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void rangesOfRecordsAreDeletedWithTheirEntriesOrRefused(IndexCase subject) {
    try (ContractStore store = filled(subject)) {
      List<String> before = store.indexRows();
      try {
        store.in(open -> open.deleteWhere(ContractStore.SUBJECT, Tuple.from("red")));
      } catch (IllegalArgumentException refused) {
        assertEquals(before, store.indexRows(), refused.getMessage());
        return;
      }
      store.forgetPast("red");
      assertFits(store, "after a range delete");
      store.in(open -> open.deleteWhere(ContractStore.SUBJECT, new Tuple()));
      assertEquals(List.of(), store.indexRows());
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void storesAreClearedWithTheirIndexes(IndexCase subject) {
    try (ContractStore store = filled(subject)) {
      store.in(RecordStore::deleteAll);
      assertEquals(List.of(), store.indexRows());
      store.forgetPast();
      fill(store, random("refill", subject));
      assertFits(store, "filled again");
      store.in(
          open -> {
            CompletableFuture<StoredRecord> save =
                open.save(ContractStore.random(random("last", subject)));
            open.context().join(save);
            open.deleteAll();
          });
      assertEquals(List.of(), store.indexRows());
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void rebuiltIndexIsTheSame(IndexCase subject) {
    try (ContractStore store = filled(subject)) {
      Object before = store.observed();
      store.in(
          open ->
              assertEquals(
                  IndexState.READABLE,
                  open.context().join(open.rebuildIndex(subject.name(), WHOLE))));
      if (subject.keepsPast()) {
        store.forgetPast();
      } else {
        assertEquals(before, store.observed());
      }
      assertFits(store, "rebuilt");
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void recordsOfAnotherTypeDoNotDisturbIt(IndexCase subject) {
    try (ContractStore store = filled(subject)) {
      Rival rival = Rival.newBuilder().setTeam("red").setId(1).build();
      store.in(open -> open.context().join(open.save(rival)));
      assertFits(store, "with a rival");
      store.in(
          open -> open.context().join(open.delete(ContractStore.RIVAL, Tuple.from("red", 1L))));
      assertFits(store, "without it");
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void scansCanBeStoppedAnywhere(IndexCase subject) {
    try (ContractStore store = filled(subject)) {
      for (IndexCase.Scan scan : subject.scans()) {
        for (boolean reverse : new boolean[] {false, true}) {
          List<String> all =
              CursorLaw.check(
                  subject.name() + (reverse ? " in reverse" : ""),
                  (from, options) -> results(store, scan, from, options),
                  ScanOptions.defaults().withReverse(reverse),
                  random("law", subject));
          assertFalse(all.isEmpty());
        }
      }
    }
  }

  private static List<CursorResult<String>> results(
      ContractStore store, IndexCase.Scan scan, Continuation from, ScanOptions options) {
    List<List<CursorResult<String>>> found = new ArrayList<>();
    store.in(
        open ->
            found.add(
                open.context()
                    .join(
                        CursorLaw.results(
                            scan.open(open, from, options)
                                .map(
                                    value -> {
                                      store.test.clock.advance(CursorLaw.ROW_TIME);
                                      return String.valueOf(value);
                                    })))));
    return found.get(found.size() - 1);
  }

  /** Random transactions of saves, deletes and replacements begun together. */
  @ParameterizedTest
  @MethodSource("cases")
  void randomTransactionsLeaveItExact(IndexCase subject) {
    try (ContractStore store = new ContractStore(subject)) {
      RandomGenerator random = random("world", subject);
      for (int i = 0; i < 40; i++) {
        Subject[] saved = ContractStore.random(random, random.nextInt(6));
        Subject gone = ContractStore.random(random);
        store.in(
            open -> {
              List<CompletableFuture<?>> running = new ArrayList<>();
              for (Subject each : saved) {
                running.add(open.save(each));
              }
              if (!subject.keepsPast()) {
                running.add(
                    open.delete(ContractStore.SUBJECT, Tuple.from(gone.getTeam(), gone.getId())));
              }
              running.forEach(open.context()::join);
            });
        if (subject.keepsPast()) {
          return;
        }
        assertFits(store, "after transaction " + i);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void transactionsThatAreNotCommittedLeaveNothing(IndexCase subject) {
    try (ContractStore store = filled(subject)) {
      List<String> before = store.indexRows();
      assertThrows(
          IllegalStateException.class,
          () ->
              store.in(
                  open -> {
                    open.context().join(open.save(ContractStore.random(random("lost", subject))));
                    throw new IllegalStateException("stop");
                  }));
      assertEquals(before, store.indexRows());
    }
  }

  private static void assertFits(ContractStore store, String when) {
    assertEquals(store.expected(), store.observed(), store.subject.name() + " " + when);
  }

  private static ContractStore filled(IndexCase subject) {
    ContractStore store = new ContractStore(subject);
    fill(store, random("fill", subject));
    return store;
  }

  private static void fill(ContractStore store, RandomGenerator random) {
    for (int i = 0; i < 6; i++) {
      store.save(ContractStore.random(random, 5));
    }
  }

  private static RandomGenerator random(String what, IndexCase subject) {
    return Seeds.random("IndexContractTest " + what + " " + subject.name());
  }
}
