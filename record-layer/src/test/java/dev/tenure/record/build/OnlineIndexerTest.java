package dev.tenure.record.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.record.Seeds;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.store.BuildPlan;
import dev.tenure.record.store.header.StoreLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("late")
final class OnlineIndexerTest {
  private static final SliceLimits SMALL =
      SliceLimits.defaults().withRecords(10, 20).withGrowAfter(3);

  private final BuildStore build = new BuildStore();

  @AfterEach
  void close() {
    build.close();
  }

  private void assertExact(String... indexes) {
    for (String index : indexes) {
      assertEquals(IndexState.READABLE, build.state(index), index);
      assertEquals(List.of(), build.rows(4, index), index);
    }
    assertCounts(indexes);
  }

  /** Compares the entries with those of a build at once. */
  private void assertCounts(String... indexes) {
    for (String index : indexes) {
      List<String> before = build.rows(2, index);
      build.in(store -> store.rebuildIndex(index, BuildStore.WHOLE));
      assertEquals(build.rows(2, index), before, index);
    }
  }

  private Code refused(OnlineIndexer.Builder indexer) {
    return assertThrows(RecordLayerException.class, () -> build.run(indexer)).code();
  }

  @Test
  void disabledIndexIsBuiltInSlices() {
    build.fill(95);
    build.disable("tags");
    BuildResult result = build.run(build.indexer("tags").slices(SMALL));
    assertEquals(BuildResult.Outcome.FINISHED, result.outcome());
    assertEquals(Map.of("tags", IndexState.READABLE), result.states());
    assertEquals(95, result.records());
    assertTrue(result.slices() > 5, "in slices: " + result.slices());
    assertEquals(0, result.failures());
    assertExact("tags");
  }

  @Test
  void severalIndexesAreBuiltInOneScan() {
    build.fill(50);
    build.disable("tags", "by-title", "all", "by-tag");
    BuildResult result =
        build.run(build.indexer("tags", "by-title", "all", "by-tag").slices(SMALL));
    assertEquals(50, result.records());
    assertExact("tags", "by-title", "all", "by-tag");
  }

  @Test
  void indexIsBuiltFromAnother() {
    build.fill(50);
    build.disable("tags");
    BuildResult result = build.run(build.indexer("tags").fromIndex("by-title").slices(SMALL));
    assertEquals(50, result.records());
    assertExact("tags");
  }

  @Test
  void emptyStoreIsBuiltByMarkingIt() {
    build.fill(0);
    build.in(store -> store.delete("Note", Tuple.from(1)));
    build.disable("tags", "all");
    assertEquals(0, build.run(build.indexer("tags", "all")).records());
    assertExact("tags", "all");
  }

  @Test
  void finishedIndexIsLeftOrBuiltAnewByPolicy() {
    build.fill(20);
    assertEquals(0, build.run(build.indexer("tags")).records());
    BuildPolicy refuse =
        new BuildPolicy(
            BuildPolicy.Existing.CONTINUE,
            BuildPolicy.Existing.REFUSE,
            BuildPolicy.Existing.REFUSE);
    assertEquals(Code.BUILD_REFUSED, refused(build.indexer("tags").policy(refuse)));
    assertEquals(20, build.run(build.indexer("tags").policy(BuildPolicy.rebuild())).records());
    assertExact("tags");
  }

  /** Ends the build when it has reported so often. */
  private BuildListener dyingAfter(int reports) {
    return new BuildListener() {
      private int left = reports;

      @Override
      public void progress(BuildProgress progress) {
        build.test.clock.advance(Duration.ofSeconds(1));
        left--;
        if (left == 0) {
          throw new IllegalStateException("killed");
        }
      }
    };
  }

  @Test
  void buildThatWasKilledGoesOnWhereItWas() {
    RandomGenerator random = Seeds.random("OnlineIndexerTest");
    build.fill(150);
    build.disable("tags", "by-title");
    int killed = 0;
    while (build.state("tags") != IndexState.READABLE) {
      long before = build.status("tags").work().records();
      OnlineIndexer.Builder indexer =
          build
              .indexer("tags", "by-title")
              .slices(SMALL)
              .listener(dyingAfter(1 + random.nextInt(6)));
      try {
        BuildResult result = build.run(indexer);
        assertEquals(150, before + result.records(), "only what was missing is scanned");
      } catch (IllegalStateException e) {
        killed++;
      }
    }
    assertTrue(killed > 2, "killed " + killed + " times");
    assertExact("tags", "by-title");
  }

  @Test
  void stoppedBuildCanBeGoneOnWith() {
    build.fill(100);
    build.disable("tags");
    List<OnlineIndexer> indexers = new ArrayList<>();
    BuildListener stopping =
        new BuildListener() {
          @Override
          public void progress(BuildProgress progress) {
            build.test.clock.advance(Duration.ofSeconds(1));
            if (progress.done() >= 30) {
              indexers.get(0).stop();
            }
          }
        };
    indexers.add(build.indexer("tags").slices(SMALL).listener(stopping).build());
    BuildResult stopped = build.test.database.join(indexers.get(0).run());
    assertEquals(BuildResult.Outcome.STOPPED, stopped.outcome());
    assertEquals(Map.of("tags", IndexState.WRITE_ONLY), stopped.states());
    assertEquals(List.of(), build.status("tags").heartbeats());
    BuildResult rest = build.run(build.indexer("tags").slices(SMALL));
    assertEquals(100, stopped.records() + rest.records());
    assertExact("tags");
  }

  @Test
  void buildEndsWhenItsTimeIsUp() {
    build.fill(100);
    build.disable("tags");
    BuildResult stopped =
        build.run(
            build
                .indexer("tags")
                .slices(SMALL)
                .timeMax(Duration.ofSeconds(3))
                .listener(dyingAfter(1_000)));
    assertEquals(BuildResult.Outcome.STOPPED, stopped.outcome());
    assertTrue(stopped.records() >= 10 && stopped.records() < 100, "" + stopped.records());
  }

  @Test
  void buildersOfOnePlanShareTheWork() {
    build.fill(600);
    build.disable("tags", "by-title");
    List<CompletableFuture<BuildResult>> running = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      running.add(build.indexer("tags", "by-title").slices(SMALL).name("b" + i).build().run());
    }
    long records = 0;
    for (CompletableFuture<BuildResult> each : running) {
      records += build.test.database.join(each).records();
    }
    assertEquals(600, records, "nothing is scanned twice");
    assertExact("tags", "by-title");
  }

  @Test
  void buildUnderSavesIsExact() {
    RandomGenerator random = Seeds.random("OnlineIndexerTest saves");
    build.fill(300);
    build.disable("tags", "by-title", "notes");
    CompletableFuture<BuildResult> running =
        build.indexer("tags", "by-title", "notes").slices(SMALL).build().run();
    for (int i = 0; i < 200; i++) {
      long id = random.nextInt(400);
      boolean deletes = random.nextInt(4) == 0;
      String word = "w" + random.nextInt(3);
      build.in(
          store ->
              deletes
                  ? store.delete("Note", Tuple.from(id)).thenApply(nothing -> id)
                  : store.save(BuildStore.note(id, word, word)).thenApply(nothing -> id));
    }
    build.test.database.join(running);
    assertExact("tags", "by-title", "notes");
  }

  @Test
  void otherPlanIsRefusedOrBegunAnew() {
    build.fill(60);
    build.disable("tags", "by-title");
    assertThrows(
        IllegalStateException.class,
        () -> build.run(build.indexer("tags").slices(SMALL).listener(dyingAfter(3))));
    assertEquals(BuildPlan.of("tags"), build.status("tags").plan().orElseThrow());
    assertEquals(Code.BUILD_REFUSED, refused(build.indexer("tags", "by-title")));
    assertEquals(Code.BUILD_REFUSED, refused(build.indexer("tags").fromIndex("by-title")));
    BuildPolicy restart =
        new BuildPolicy(
            BuildPolicy.Existing.CONTINUE,
            BuildPolicy.Existing.RESTART,
            BuildPolicy.Existing.CONTINUE);
    assertEquals(60, build.run(build.indexer("tags", "by-title").policy(restart)).records());
    assertExact("tags", "by-title");
  }

  @Test
  void halfBuiltIndexIsRefusedOrBegunAnewByPolicy() {
    build.fill(60);
    build.disable("tags");
    assertThrows(
        IllegalStateException.class,
        () -> build.run(build.indexer("tags").slices(SMALL).listener(dyingAfter(3))));
    BuildPolicy refuse =
        new BuildPolicy(
            BuildPolicy.Existing.REFUSE, BuildPolicy.Existing.REFUSE, BuildPolicy.Existing.REFUSE);
    assertEquals(Code.BUILD_REFUSED, refused(build.indexer("tags").policy(refuse)));
    assertEquals(60, build.run(build.indexer("tags").policy(BuildPolicy.rebuild())).records());
    assertExact("tags");
  }

  @Test
  void exclusiveBuilderDoesNotBeginBesideALivingOne() {
    build.fill(60);
    build.disable("tags");
    CompletableFuture<Code> code = new CompletableFuture<>();
    BuildListener another =
        new BuildListener() {
          @Override
          public void progress(BuildProgress progress) {
            if (!code.isDone()) {
              code.complete(refused(build.indexer("tags").exclusive()));
            }
          }
        };
    build.run(build.indexer("tags").slices(SMALL).listener(another));
    assertEquals(Code.BUILD_REFUSED, code.join());
    build.disable("tags");
    build.run(build.indexer("tags").exclusive());
    assertExact("tags");
  }

  @Test
  void sliceThatConflictsIsHalvedAndTriedAgain() {
    build.fill(60);
    build.disable("tags");
    build.in(store -> store.builds().markWriteOnly("tags"));
    List<SliceFailure> failures = new ArrayList<>();
    BuildListener listener =
        new BuildListener() {
          @Override
          public void progress(BuildProgress progress) {
            build.test.faults.plant(CommitFault.NOT_COMMITTED);
            build.test.faults.plant(CommitFault.NOT_COMMITTED);
          }

          @Override
          public void sliceFailed(SliceFailure failure) {
            failures.add(failure);
          }
        };
    BuildResult result = build.run(build.indexer("tags").slices(SMALL).listener(listener));
    assertTrue(result.failures() >= 2, "" + result.failures());
    assertEquals(5, failures.get(0).nextRecords());
    assertEquals(2, failures.get(1).nextRecords());
    assertEquals(2, failures.get(1).inARow());
    assertExact("tags");
  }

  @Test
  void buildFailsAsTheLastSliceWhenTooManyFailInARow() {
    build.fill(60);
    build.disable("tags");
    BuildListener listener =
        new BuildListener() {
          @Override
          public void progress(BuildProgress progress) {
            for (int i = 0; i < 3; i++) {
              build.test.faults.plant(CommitFault.NOT_COMMITTED);
            }
          }
        };
    assertEquals(
        Code.COMMIT_CONFLICT, refused(build.indexer("tags").failuresMax(3).listener(listener)));
    build.run(build.indexer("tags"));
    assertExact("tags");
  }

  @Test
  void sliceWhoseCommitHadAnUnknownResultIsNotCountedTwice() {
    build.fill(60);
    build.disable("tags", "notes");
    BuildListener listener =
        new BuildListener() {
          @Override
          public void progress(BuildProgress progress) {
            build.test.clock.advance(Duration.ofSeconds(1));
            build.test.faults.plant(CommitFault.UNKNOWN_RESULT_APPLIED);
            build.test.faults.plant(CommitFault.UNKNOWN_RESULT_NOT_APPLIED);
          }
        };
    build.run(build.indexer("tags", "notes").slices(SMALL).listener(listener));
    assertExact("tags", "notes");
  }

  @Test
  void progressIsThatOfAllBuildersAndKnowsTheWholeByACount() {
    build.fill(80);
    build.disable("tags");
    List<BuildProgress> reports = new ArrayList<>();
    BuildListener listener =
        new BuildListener() {
          @Override
          public void progress(BuildProgress progress) {
            build.test.clock.advance(Duration.ofSeconds(1));
            reports.add(progress);
          }
        };
    build.run(build.indexer("tags").slices(SMALL).listener(listener));
    assertEquals(new BuildProgress(0, OptionalLong.of(80), 0), reports.get(0));
    assertEquals(10, reports.get(1).done());
    assertEquals(10, reports.get(1).perSecond());
    assertEquals(OptionalLong.of(80), reports.get(1).total());
    assertEquals(OptionalDouble.of(1), reports.get(reports.size() - 1).share());
  }

  @Test
  void indexThatIsDisabledMeanwhileEndsTheBuild() {
    build.fill(60);
    build.disable("tags");
    BuildListener listener =
        new BuildListener() {
          @Override
          public void progress(BuildProgress progress) {
            build.disable("tags");
          }
        };
    assertEquals(Code.BUILD_REFUSED, refused(build.indexer("tags").listener(listener)));
    assertEquals(IndexState.DISABLED, build.state("tags"));
  }

  @Test
  void sourcesThatDoNotFitAreRefused() {
    build.fill(10);
    build.disable("tags", "hot-types");
    for (String source : List.of("by-tag", "notes", "shared-by-id")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> build.run(build.indexer("tags").fromIndex(source)),
          source);
    }
    assertThrows(
        IllegalArgumentException.class, () -> build.indexer("tags").fromIndex("tags").build());
    assertThrows(IllegalArgumentException.class, () -> build.indexer().build());
    build.disable("by-title");
    assertEquals(Code.BUILD_REFUSED, refused(build.indexer("tags").fromIndex("by-title")));
  }

  @Test
  void lockedStoreIsNotBuiltIn() {
    build.fill(10);
    build.disable("tags");
    build.in(
        store -> {
          store.lock(StoreLock.Kind.WRITES, "moving");
          return CompletableFuture.completedFuture(true);
        });
    assertEquals(Code.STORE_LOCKED, refused(build.indexer("tags")));
  }

  @Test
  void indexThatIsNotBuiltCannotBeMarkedReadable() {
    build.fill(10);
    build.disable("tags");
    for (int i = 0; i < 2; i++) {
      RecordLayerException failed =
          assertThrows(
              RecordLayerException.class,
              () -> build.in(store -> store.builds().markReadable("tags")));
      assertEquals(Code.BUILD_REFUSED, failed.code());
      build.in(store -> store.builds().markWriteOnly("tags"));
    }
    assertFalse(build.in(store -> store.builds().status("tags", Isolation.SNAPSHOT)).begun());
  }
}
