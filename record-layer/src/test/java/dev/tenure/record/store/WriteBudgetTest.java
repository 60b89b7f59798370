package dev.tenure.record.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.Mutation;
import dev.tenure.record.Notes;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Plain;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the hot operations write and read, seen where the engine gets it. */
final class WriteBudgetTest {
  private static final HotItem ITEM = Notes.item("z", "a", 1_000);

  private final TestDatabase test = new TestDatabase();

  @BeforeEach
  void create() {
    test.inStore(store -> CompletableFuture.completedFuture(store));
  }

  @AfterEach
  void close() {
    test.close();
  }

  /** How many sets, point clears, range clears and atomic operations; and read conflicts. */
  private record Cost(long sets, long clears, long rangeClears, long atomics, int reads) {}

  /** The cost of a transaction, without the read of the store's header. */
  private Cost cost(Function<RecordStore, CompletableFuture<?>> work) {
    test.inStore(store -> work.apply(store).thenApply(done -> store));
    CommitRequest request = test.faults.lastCommit();
    long clears =
        request.mutations().stream()
            .filter(mutation -> mutation instanceof Mutation.ClearRange)
            .map(mutation -> (Mutation.ClearRange) mutation)
            .filter(clear -> clear.end().length == clear.begin().length + 1)
            .count();
    return new Cost(
        count(request, Mutation.Set.class),
        clears,
        count(request, Mutation.ClearRange.class) - clears,
        count(request, Mutation.Atomic.class),
        request.readConflicts().size() - 1);
  }

  private static long count(CommitRequest request, Class<? extends Mutation> kind) {
    return request.mutations().stream().filter(kind::isInstance).count();
  }

  private static CompletableFuture<?> done() {
    return CompletableFuture.completedFuture(null);
  }

  /** The item as it is stored, read by snapshot: the read conflict comes with its change. */
  private static CompletableFuture<StoredRecord> loaded(RecordStore store) {
    return store
        .load("HotItem", Tuple.from("z", "a"), Isolation.SNAPSHOT)
        .thenApply(Optional::orElseThrow);
  }

  @Test
  void insertIsTwoSetsAndOneAdditionAndNoRead() {
    assertEquals(new Cost(2, 0, 0, 1, 0), cost(store -> store.save(ITEM, SaveMode.ASSUME_NEW)));
  }

  @Test
  void insertsOfOneGroupShareOneAddition() {
    assertEquals(
        new Cost(20, 0, 0, 1, 0),
        cost(
            store -> {
              for (int i = 0; i < 10; i++) {
                store.context().join(store.save(Notes.item("z", "id" + i, i), SaveMode.ASSUME_NEW));
              }
              return done();
            }));
  }

  @Test
  void replaceIsOneSetWhenTheIndexEntryStays() {
    test.inStore(store -> store.save(ITEM));

    assertEquals(
        new Cost(1, 0, 0, 0, 1),
        cost(store -> loaded(store).thenAccept(old -> store.replace(old, ITEM))));
  }

  @Test
  void replaceIsASetAndAClearAndASetWhenTheIndexEntryMoves() {
    test.inStore(store -> store.save(ITEM));
    HotItem later = ITEM.toBuilder().setVesting(2_000).build();

    assertEquals(
        new Cost(2, 1, 0, 0, 1),
        cost(store -> loaded(store).thenAccept(old -> store.replace(old, later))));
  }

  @Test
  void deleteIsTwoPointClearsAndTheCount() {
    test.inStore(store -> store.save(ITEM));

    assertEquals(
        new Cost(0, 2, 0, 2, 1),
        cost(store -> loaded(store).thenAccept(store::delete)),
        "an addition and the clear when zero, on one key");
  }

  @Test
  void insertAndDeleteInOneTransactionWriteNoCount() {
    Cost cost =
        cost(
            store ->
                store
                    .save(ITEM, SaveMode.ASSUME_NEW)
                    .thenAccept(store::delete)
                    .thenAccept(nothing -> store.context().set(new byte[] {'x'}, new byte[0])));

    assertEquals(0, cost.atomics());
  }

  @Test
  void saveOfASingleKeyRecordWithoutIndexesIsOneSetAndNoRead() {
    assertEquals(
        new Cost(1, 0, 0, 0, 0), cost(store -> store.save(Plain.newBuilder().setId("p").build())));
  }

  @Test
  void envelopeOfASingleKeyRecordIsSevenBytes() {
    StoredRecord saved = test.inStore(store -> store.save(ITEM));

    assertEquals(7, saved.sizeBytes() - ITEM.getSerializedSize());
  }

  @Test
  void openedStoreIsOpenedAgainWithoutARead() {
    test.inStore(
        store ->
            test.open(store.context())
                .thenAccept(again -> store.context().set(new byte[] {'x'}, new byte[0])));

    assertEquals(1, test.faults.lastCommit().readConflicts().size());
    assertEquals(
        List.of(Tuple.from(0)),
        List.of(test.subspace.unpack(test.faults.lastCommit().readConflicts().get(0).begin)));
  }
}
