package dev.tenure.record.format;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Range;
import dev.tenure.record.Seeds;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.key.FanType;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.plan.cost.SampledStatistics;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.statistics.StatisticsSampler;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import dev.tenure.record.test.Subject;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Statistics are sampled, kept as these bytes, read back, and planned by. */
final class StatisticsFormatTest {
  private static final String PREFIX = "531505";
  private static final RecordMetaData META_DATA =
      RecordMetaData.builder()
          .version(3)
          .recordType(Subject.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("id")))
          .index("Subject", Index.value("team-slot", concat(field("team"), field("slot"))))
          .index("Subject", Index.value("tag", field("tag", FanType.FAN_OUT)))
          .index("Subject", Index.count("by-team", field("team")))
          .build();

  private final TestDatabase test = new TestDatabase();

  @BeforeEach
  void fill() {
    test.run(
        context ->
            open(context, plain())
                .thenCompose(
                    store ->
                        CompletableFuture.allOf(
                            java.util.stream.LongStream.range(0, 6)
                                .mapToObj(
                                    id ->
                                        store.save(
                                            Subject.newBuilder()
                                                .setId(id)
                                                .setTeam(id < 4 ? "a" : "b")
                                                .setSlot((int) id % 2)
                                                .addTag("t" + id)
                                                .build()))
                                .toArray(CompletableFuture<?>[]::new))));
  }

  @AfterEach
  void close() {
    test.close();
  }

  private static StoreOptions plain() {
    return StoreOptions.of(StoredRows.SUBSPACE, META_DATA).withMode(OpenMode.CREATE_OR_OPEN);
  }

  private static CompletableFuture<RecordStore> open(
      dev.tenure.record.context.RecordContext context, StoreOptions options) {
    return RecordStore.open(context, options);
  }

  private void keep() {
    test.run(
        context ->
            open(context, plain())
                .thenCompose(
                    store ->
                        StatisticsSampler.defaults()
                            .sample(store)
                            .thenAccept(store.queries()::keepStatistics)));
  }

  private Optional<SampledStatistics> kept() {
    return test.run(
        context -> open(context, plain()).thenCompose(store -> store.queries().keptStatistics()));
  }

  private List<String> rows() {
    return StoredRows.lines(test, StoredRows.SUBSPACE).stream()
        .map(line -> line.replaceAll("#.*", "").replace(" ", ""))
        .filter(line -> line.startsWith(PREFIX))
        .toList();
  }

  @Test
  void statisticsAreWrittenAsTheseRows() {
    keep();
    new GoldenFile("statistics").assertWritten(rows());
  }

  @Test
  void statisticsAreReadFromTheseRows() {
    StoredRows.plant(test, new GoldenFile("statistics").lines());

    SampledStatistics read = kept().orElseThrow();

    assertEquals(3, read.metaDataVersion());
    assertEquals(6, read.records("Subject").orElseThrow());
    assertEquals(2, read.distinct("Subject", List.of("field(team)")).orElseThrow());
    assertEquals(4, read.distinct("Subject", List.of("field(slot)", "field(team)")).orElseThrow());
    assertEquals(
        6, read.column("Subject", "field(tag, FAN_OUT)").orElseThrow().values().bounds().size());
  }

  @Test
  void plansDifferByWhatValuesLeaveAndOnlyByThat() {
    keep();
    String frequent = explained("a");
    String rare = explained("b");
    assertTrue(frequent.contains("rows 4.24"), frequent);
    assertTrue(rare.contains("rows 2.12"), rare);
    assertTrue(explained("c").contains("rows 5.72e-06"), explained("c"));
  }

  private String explained(String team) {
    return test.run(
        context ->
            open(context, plain().withStatistics())
                .thenApply(
                    store ->
                        store.explain(
                            RecordQuery.of("Subject")
                                .where(Predicates.equal(field("team"), team)))));
  }

  @Test
  void keptStatisticsReachThoseWhoHaveReadThatThereAreNone() {
    assertTrue(explained("a").contains("rows 100"), explained("a"));
    keep();
    assertTrue(explained("a").contains("rows 4.24"), explained("a"));
  }

  @Test
  void otherBytesGiveStatisticsOrATypedErrorAndNeverKeepAnybodyFromOpening() {
    keep();
    List<String> rows = rows();
    RandomGenerator random = Seeds.random("StatisticsFormatTest");
    Set<RecordLayerException.Code> met = EnumSet.noneOf(RecordLayerException.Code.class);
    for (int i = 0; i < 150; i++) {
      List<String> changed = new ArrayList<>(rows);
      int at = random.nextInt(changed.size());
      byte[] key = GoldenFile.key(changed.get(at));
      byte[] value = GoldenFile.value(changed.get(at));
      byte[] other = random.nextInt(4) == 0 && key.length > 3 ? key : value;
      int place = other == key ? random.nextInt(3, key.length) : random.nextInt(value.length);
      other[place] = (byte) random.nextInt(256);
      changed.set(at, GoldenFile.line(key, value));
      test.run(
          context -> {
            context.clear(new Range(GoldenFile.bytes(PREFIX), GoldenFile.bytes(PREFIX + "ff")));
            context.expireStoreStates();
            return CompletableFuture.completedFuture(null);
          });
      StoredRows.plant(test, changed);
      try {
        kept();
      } catch (RecordLayerException e) {
        met.add(e.code());
      }
      explained("a");
    }
    assertEquals(
        EnumSet.of(RecordLayerException.Code.DAMAGED, RecordLayerException.Code.FORMAT_UNKNOWN),
        met);
  }
}
