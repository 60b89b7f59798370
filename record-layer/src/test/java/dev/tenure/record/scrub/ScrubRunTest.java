package dev.tenure.record.scrub;

import static dev.tenure.record.scrub.ScrubbedStore.join;
import static dev.tenure.record.scrub.ScrubbedStore.kinds;
import static dev.tenure.record.scrub.ScrubbedStore.long8;
import static dev.tenure.record.scrub.ScrubbedStore.tuple;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.record.Seeds;
import dev.tenure.record.async.Pace;
import dev.tenure.record.database.CommitMarkerOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexAudit.Kind;
import dev.tenure.record.store.BuildLimits;
import dev.tenure.record.store.StoreLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs over many slices: limits, going on, failures. */
final class ScrubRunTest {
  private static final byte[] NOTHING = {};

  private final ScrubbedStore store = ScrubbedStore.ofNotes();

  /** Keeps what a run tells, and ends it at a slice. */
  private static final class Notebook implements ScrubListener {
    private final List<Fault> faults = new ArrayList<>();
    private final List<ScrubProgress> slices = new ArrayList<>();
    private final List<Throwable> retries = new ArrayList<>();
    private int abandonAt = Integer.MAX_VALUE;

    @Override
    public void fault(Fault fault) {
      faults.add(fault);
    }

    @Override
    public void slice(ScrubProgress progress) {
      slices.add(progress);
      if (slices.size() == abandonAt) {
        throw new IllegalStateException("abandoned");
      }
    }

    @Override
    public void retry(Throwable error) {
      retries.add(error);
    }

    private ScrubPosition last() {
      return slices.get(slices.size() - 1).position();
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static ScrubLimits slices(int records) {
    return ScrubLimits.defaults().withSlice(records, 1_000_000);
  }

  private void damageTags() {
    store.damage(
        "by-tag",
        (context, keys) -> {
          context.clear(keys.key(tuple("t1", 3)));
          context.clear(keys.key(tuple("k2", 187)));
          context.set(keys.key(tuple("a", 3)), NOTHING);
          context.set(keys.key(tuple("z", 500)), NOTHING);
          context.set(keys.key(tuple("t0", 100)), tuple(1).pack());
        });
  }

  @Test
  void largeStoreIsLookedThroughInManySlices() {
    store.fill(200);
    damageTags();
    Notebook notebook = new Notebook();

    ScrubReport report = store.run(store.scrubber("by-tag").limits(slices(7)).listener(notebook));

    assertEquals(
        List.of(Kind.LEFT_BEHIND, Kind.DANGLING, Kind.MISSING, Kind.STALE, Kind.MISSING),
        kinds(report.faults()));
    assertEquals(report.faults(), notebook.faults);
    assertEquals(200, report.counts().records());
    assertEquals(400, report.counts().rows());
    assertTrue(report.counts().slices() >= 200 / 7 + 400 / 7, report::toString);
    assertEquals(report.counts().slices() - 1, notebook.slices.size());
    assertTrue(report.isFinished());
    assertFalse(report.isClean());
    assertEquals(2, notebook.slices.get(0).stageCount());
    assertEquals("rows", notebook.slices.get(0).stage());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void abandonedRunGoesOnWhereItWasAndFindsEachFaultOnce(boolean repair) {
    store.fill(200);
    damageTags();
    RandomGenerator random = Seeds.random("ScrubRunTest");
    List<Fault> faults = new ArrayList<>();
    ScrubPosition position = ScrubPosition.START;
    boolean finished = false;
    for (int runs = 0; !finished; runs++) {
      assertTrue(runs < 100, "it gets on");
      Notebook notebook = new Notebook();
      notebook.abandonAt = 1 + random.nextInt(12);
      IndexScrubber.Builder scrubber =
          store
              .scrubber("by-tag")
              .repair(repair)
              .limits(slices(1 + random.nextInt(20)))
              .listener(notebook)
              .from(ScrubPosition.fromBytes(position.toBytes()));
      try {
        finished = store.run(scrubber).isFinished();
      } catch (IllegalStateException abandoned) {
        position = notebook.last();
      }
      faults.addAll(notebook.faults);
    }

    assertEquals(5, faults.size(), faults::toString);
    assertEquals(5, new HashSet<>(faults).size());
    assertEquals(repair, store.report("by-tag").isClean());
  }

  @Test
  void runEndsAtItsLimitsAndTellsWhereToGoOn() {
    store.fill(50);
    damageTags();
    ScrubLimits ten = slices(10);

    ScrubReport some = store.run(store.scrubber("by-tag").limits(ten.withRecordsMax(25)));
    ScrubReport faults = store.run(store.scrubber("by-tag").limits(ten.withFaultsMax(1)));
    ScrubReport rest =
        store.run(store.scrubber("by-tag").from(some.position().orElseThrow()).limits(ten));

    assertEquals(30, some.counts().scanned());
    assertFalse(some.isFinished());
    assertEquals(1, faults.faults().size());
    assertFalse(faults.isFinished());
    assertTrue(rest.isFinished());
    assertEquals(152 - 30, rest.counts().scanned());
  }

  @Test
  void runEndsWhenItsTimeIsOver() {
    store.fill(50);
    ScrubListener slow =
        new ScrubListener() {
          @Override
          public void slice(ScrubProgress progress) {
            store.test.clock.advance(Duration.ofSeconds(1));
          }
        };

    ScrubReport report =
        store.run(
            store
                .scrubber("by-tag")
                .limits(slices(10).withTimeMax(Duration.ofSeconds(3)))
                .listener(slow));

    assertEquals(3, report.counts().slices());
    assertEquals(Duration.ofSeconds(3), report.elapsed());
    assertFalse(report.isFinished());
  }

  @Test
  void paceWaitsForWhatASliceHasScanned() {
    Pace pace = Pace.perSecond(100).withPause(Duration.ofMillis(10));

    assertEquals(Duration.ofSeconds(2), pace.waitAfter(200, Duration.ZERO));
    assertEquals(Duration.ofMillis(500), pace.waitAfter(200, Duration.ofMillis(1_500)));
    assertEquals(Duration.ofMillis(10), pace.waitAfter(200, Duration.ofSeconds(9)));
    assertEquals(Duration.ZERO, Pace.unlimited().waitAfter(200, Duration.ZERO));
    assertThrows(IllegalArgumentException.class, () -> Pace.perSecond(-1));
    store.fill(20);
    assertTrue(store.run(store.scrubber("by-tag").limits(slices(10)).pace(pace)).isClean());
  }

  @Test
  void cancelledRunEndsBehindItsSlice() {
    store.fill(100);
    List<CompletableFuture<ScrubReport>> running = new CopyOnWriteArrayList<>();
    int[] slices = {0};
    ScrubListener cancelling =
        new ScrubListener() {
          @Override
          public void slice(ScrubProgress progress) {
            slices[0]++;
            running.forEach(run -> run.cancel(false));
          }
        };
    IndexScrubber scrubber =
        store
            .scrubber("by-tag")
            .limits(slices(1))
            .pace(Pace.unlimited().withPause(Duration.ofMillis(1)))
            .listener(cancelling)
            .build();

    CompletableFuture<ScrubReport> run = scrubber.run();
    running.add(run);

    assertThrows(RuntimeException.class, () -> store.test.database.join(run));
    assertTrue(slices[0] < 50, "ended long before the end");
  }

  @ParameterizedTest
  @EnumSource(value = CommitFault.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void repairIsReportedOnceWhateverBecameOfItsCommit(CommitFault fault) {
    store.fill(20);
    for (boolean markers : new boolean[] {false, true}) {
      store.damage("by-tag", (context, keys) -> context.clear(keys.key(tuple("t1", 3))));
      Notebook notebook = new Notebook();
      RecordDatabase database =
          markers
              ? store
                  .test
                  .builder()
                  .commitMarkers(CommitMarkerOptions.of(store.test.commitMarkers(), "p"))
                  .build()
              : store.test.database;
      store.test.faults.plant(fault);

      ScrubReport report =
          database.join(
              IndexScrubber.builder(database, store.options(), "by-tag")
                  .repair(true)
                  .listener(notebook)
                  .build()
                  .run());

      assertEquals(List.of(Kind.MISSING), kinds(report.faults()), fault + " " + markers);
      assertTrue(report.faults().get(0).repaired());
      assertEquals(report.faults(), notebook.faults);
      assertTrue(store.report("by-tag").isClean());
    }
  }

  @Test
  void repairThatAlwaysConflictsIsReportedUnrepaired() {
    store.fill(5);
    store.damage("notes", (context, keys) -> context.set(keys.key(new Tuple()), long8(9)));
    for (int i = 0; i < 10; i++) {
      store.test.faults.plant(CommitFault.NOT_COMMITTED);
    }
    Notebook notebook = new Notebook();

    ScrubReport report = store.run(store.scrubber("notes").repair(true).listener(notebook));

    assertEquals(List.of(Kind.WRONG_TOTAL), kinds(report.faults()));
    assertFalse(report.faults().get(0).repaired());
    assertEquals(10, notebook.retries.size());
    assertEquals(10, report.counts().retries());
  }

  @Test
  void lockedStoreIsReportedOnAndNotRepaired() {
    store.fill(5);
    store.damage("by-tag", (context, keys) -> context.clear(keys.key(tuple("t1", 3))));
    store.does(open -> open.lock(StoreLock.Kind.WRITES, "moving"));

    assertEquals(List.of(Kind.MISSING), kinds(store.report("by-tag").faults()));
    assertEquals(Code.STORE_LOCKED, code(() -> store.repair("by-tag")));
  }

  @Test
  void indexThatIsNotReadableIsRefused() {
    store.fill(5);
    store.does(open -> join(open, open.rebuildIndex("by-tag", new BuildLimits(0, 0))));

    assertEquals(Code.INDEX_NOT_READABLE, code(() -> store.report("by-tag")));
    assertThrows(IllegalArgumentException.class, () -> store.report("no-such-index"));
  }

  @Test
  void storeThatDoesNotExistIsNotCreated() {
    assertEquals(Code.STORE_ABSENT, code(() -> store.repair("by-tag")));
    assertTrue(store.dump().isEmpty());
  }

  @Test
  void positionOfAnotherIndexOrOfNoneIsRefused() {
    store.fill(50);
    ScrubReport some = store.run(store.scrubber("by-tag").limits(slices(10).withRecordsMax(1)));
    ScrubPosition position = some.position().orElseThrow();

    assertEquals(
        Code.CONTINUATION_REFUSED,
        code(() -> store.run(store.scrubber("by-title").from(position))));
    RandomGenerator random = Seeds.random("ScrubPosition");
    for (int i = 0; i < 500; i++) {
      byte[] bytes = position.toBytes();
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      Optional<Code> refused = refusal(bytes);
      assertTrue(refused.map(Code.CONTINUATION_REFUSED::equals).orElse(true), refused::toString);
    }
    assertEquals(Optional.of(Code.CONTINUATION_REFUSED), refusal(new byte[0]));
    assertEquals(position, ScrubPosition.fromBytes(position.toBytes()));
  }

  private Optional<Code> refusal(byte[] bytes) {
    try {
      store.run(store.scrubber("by-tag").from(ScrubPosition.fromBytes(bytes)));
      return Optional.empty();
    } catch (RecordLayerException e) {
      return Optional.of(e.code());
    }
  }

  private static Code code(Executable work) {
    return assertThrows(RecordLayerException.class, work).code();
  }
}
