package dev.tenure.record.index.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.Seeds;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.scrub.IndexScrubber;
import dev.tenure.record.scrub.ScrubReport;
import dev.tenure.record.store.BuildPlan;
import dev.tenure.record.store.BuiltSlice;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import dev.tenure.record.test.Subject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every index type can be built in slices, between and beside saves, and is exact at the end. */
final class OnlineBuildContractTest {
  private static final int WORLDS = 4;

  static List<IndexCase> cases() {
    return IndexCases.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void indexBuiltUnderSavesIsExact(IndexCase subject) {
    for (int world = 0; world < WORLDS; world++) {
      RandomGenerator random =
          Seeds.random("OnlineBuildContractTest " + world + " " + subject.name());
      try (ContractStore store = new ContractStore(subject)) {
        for (int i = 0; i < 4; i++) {
          store.save(ContractStore.random(random, 5));
        }
        store.in(open -> open.context().join(open.builds().markWriteOnly(subject.name())));
        build(store, random);
        store.in(
            open ->
                assertEquals(
                    IndexState.READABLE,
                    open.context().join(open.builds().markReadable(subject.name()))));
        if (subject.keepsPast()) {
          assertFitsWhatIsLeft(store);
        } else {
          assertEquals(store.expected(), store.observed(), subject.name());
        }
      }
    }
  }

  /** What was overwritten before it was built is in no index; what is there must be. */
  private static void assertFitsWhatIsLeft(ContractStore store) {
    StoreOptions options = StoreOptions.of(store.test.subspace, store.metaData);
    ScrubReport report =
        store.test.database.join(
            IndexScrubber.builder(store.test.database, options, store.subject.name())
                .build()
                .run());
    assertTrue(report.isClean(), report::toString);
  }

  /** Each slice overlaps with a transaction of a saver; which of them commits first is chance. */
  private static void build(ContractStore store, RandomGenerator random) {
    BuildPlan plan = BuildPlan.of(store.subject.name());
    BuiltSlice.Kind last = BuiltSlice.Kind.BUILT;
    while (last == BuiltSlice.Kind.BUILT) {
      RecordContext builder = store.test.database.openContext();
      RecordContext saver = store.test.database.openContext();
      RecordStore building = builder.join(store.open(builder));
      RecordStore saving = saver.join(store.open(saver));
      ScanOptions limits = ScanOptions.defaults().withRowsMax(1 + random.nextInt(4));
      change(store.subject, saving, random);
      BuiltSlice slice = builder.join(building.builds().buildSlice(plan, ByteString.EMPTY, limits));
      boolean saverFirst = random.nextBoolean();
      if (saverFirst) {
        commits(saver);
      }
      boolean built = commits(builder);
      if (!saverFirst) {
        commits(saver);
      }
      last = built ? slice.kind() : BuiltSlice.Kind.BUILT;
    }
  }

  private static void change(IndexCase subject, RecordStore store, RandomGenerator random) {
    if (!subject.keepsPast() && random.nextInt(3) == 0) {
      Subject gone = ContractStore.random(random);
      store
          .context()
          .join(store.delete(ContractStore.SUBJECT, Tuple.from(gone.getTeam(), gone.getId())));
      return;
    }
    Subject[] saved = ContractStore.random(random, 1 + random.nextInt(2));
    CompletableFuture<?>[] running = new CompletableFuture<?>[saved.length];
    for (int i = 0; i < saved.length; i++) {
      running[i] = store.save(saved[i]);
    }
    store.context().join(CompletableFuture.allOf(running));
  }

  private static boolean commits(RecordContext one) {
    try (RecordContext context = one) {
      context.join(context.commit());
      return true;
    } catch (RecordLayerException e) {
      assertEquals(Code.COMMIT_CONFLICT, e.code(), e.getMessage());
      return false;
    }
  }
}
