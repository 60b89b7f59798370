package dev.tenure.campaigns.releases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.releases.proto.ReleaseNote;
import dev.tenure.queue.TenantId;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.aggregate.Aggregates;
import dev.tenure.record.index.aggregate.BitmapQuery;
import dev.tenure.record.index.rank.Ranks;
import dev.tenure.record.index.text.TextScan;
import dev.tenure.record.scrub.IndexScrubber;
import dev.tenure.record.scrub.ScrubReport;
import dev.tenure.record.store.MissingRecord;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import dev.tenure.record.text.TextQuery;
import dev.tenure.record.tuple.TupleRange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The records of each release, and their indexes, are what was saved. */
class EarlierNotesTest {
  private static final ScanOptions ALL = ScanOptions.defaults();

  @TempDir private Path folder;

  private static <T> T inNotes(
      ReleaseCluster cluster, Function<RecordStore, CompletableFuture<T>> body) {
    return cluster.run(ReleaseItems.NOTES, tx -> body.apply(tx.store()));
  }

  @ParameterizedTest
  @MethodSource("dev.tenure.campaigns.releases.EarlierData#releases")
  void everyNoteIsAsItWasSaved(String release) throws Exception {
    try (ReleaseCluster cluster = EarlierData.open(release, folder, ReleaseItems.WRITTEN)) {
      List<ReleaseNote> found = new ArrayList<>();
      inNotes(
              cluster,
              store ->
                  store.scan(ReleaseNotes.TYPE, TupleRange.all(), Continuation.START, ALL).asList())
          .forEach(stored -> found.add((ReleaseNote) stored.message()));
      assertEquals(List.copyOf(ReleaseNotes.expected().values()), found);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.tenure.campaigns.releases.EarlierData#releases")
  void everyIndexAgreesWithTheRecords(String release) throws Exception {
    try (ReleaseCluster cluster = EarlierData.open(release, folder, ReleaseItems.WRITTEN)) {
      for (TenantId tenant : ReleaseItems.TENANTS) {
        StoreOptions store =
            cluster.run(
                tenant,
                tx ->
                    CompletableFuture.completedFuture(
                        StoreOptions.of(tx.store().subspace(), tx.store().metaData())));
        for (Index index : ReleaseNotes.metaData().indexes()) {
          ScrubReport report =
              cluster.join(
                  IndexScrubber.builder(cluster.database(), store, index.name()).build().run());
          assertTrue(report.isFinished(), report::toString);
          assertEquals(List.of(), report.faults(), tenant + " " + index.name());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dev.tenure.campaigns.releases.EarlierData#releases")
  void indexesAnswerQueries(String release) throws Exception {
    List<ReleaseNote> notes = List.copyOf(ReleaseNotes.expected().values());
    List<ReleaseNote> team = notes.stream().filter(n -> n.getTeam().equals("team 1")).toList();
    long points = team.stream().mapToLong(ReleaseNote::getPoints).sum();
    long least = notes.stream().mapToLong(ReleaseNote::getPoints).min().orElseThrow();
    Tuple group = Tuple.from("team 1");
    try (ReleaseCluster cluster = EarlierData.open(release, folder, ReleaseItems.WRITTEN)) {
      assertEquals(team.size(), total(cluster, "count", group));
      assertEquals(points, total(cluster, "sum", group));
      assertEquals(notes.size(), entries(cluster, "by-points"));
      assertEquals(2 * notes.size(), entries(cluster, "by-tag"));
      assertEquals(notes.size(), entries(cluster, "changes"));
      assertEquals(
          Tuple.from(least),
          inNotes(cluster, store -> Ranks.of(store.index("rank")).at(new Tuple(), 0))
              .orElseThrow()
              .score());
      assertEquals(
          team.stream().map(ReleaseNote::getNumber).toList(),
          inNotes(
              cluster,
              store ->
                  BitmapQuery.of(store.index("bitmap"), group)
                      .positions(Continuation.START, ALL)
                      .asList()));
      assertEquals(
          List.of(ReleaseNotes.expected().get(ReleaseNotes.SPLIT)),
          inNotes(
                  cluster,
                  store ->
                      store
                          .scanRecords(
                              "text",
                              TextScan.of(TextQuery.token("number" + ReleaseNotes.SPLIT)),
                              Continuation.START,
                              ALL,
                              MissingRecord.FAIL)
                          .asList())
              .stream()
              .map(found -> found.message())
              .toList());
    }
  }

  private static long total(ReleaseCluster cluster, String index, Tuple group) {
    return inNotes(
            cluster,
            store -> Aggregates.of(store.index(index)).longValue(group, Isolation.SERIALIZABLE))
        .orElseThrow();
  }

  private static int entries(ReleaseCluster cluster, String index) {
    return inNotes(
            cluster,
            store -> store.scanIndex(index, TupleRange.all(), Continuation.START, ALL).asList())
        .size();
  }
}
