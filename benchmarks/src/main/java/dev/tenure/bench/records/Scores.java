package dev.tenure.bench.records;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;
import static dev.tenure.record.key.Keys.version;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.bench.proto.Score;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.text.TextIndexType;
import dev.tenure.record.metadata.RecordMetaData;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The records for measurements of index types: scores of ten teams, with a report of words. */
final class Scores {
  static final String SCORE = "Score";
  static final Index BY_POINTS = Index.value("by-points", field("points"));
  static final Index RANK = Index.of("rank", Index.RANK, grouping(field("points"), 1));
  private static final Index TEXT =
      Index.of("text", TextIndexType.NAME, grouping(field("report"), 1));

  /** One index of each type. A save changes all entries. */
  static final List<Index> OF_EACH_TYPE =
      List.of(
          BY_POINTS,
          Index.count("count", field("points")).clearWhenZero(),
          Index.of("sum", Index.SUM, grouping(concat(field("team"), field("points")), 1)),
          Index.of(
              "max-ever", Index.MAX_EVER_LONG, grouping(concat(field("team"), field("points")), 1)),
          Index.of("version", Index.VERSION, version()),
          RANK,
          Index.of(
              "bitmap", Index.BITMAP_VALUE, grouping(concat(field("team"), field("points")), 1)),
          Index.of(
                  "permuted",
                  Index.PERMUTED_MAX,
                  grouping(concat(field("team"), field("points")), 1))
              .option(Index.PERMUTED_SIZE, "1"),
          TEXT);

  private static final int SAVES_PER_TRANSACTION = 100;
  private static final int TEAMS = 10;
  private static final int PRIME = 7_919;
  private static final List<String> WORDS =
      List.of("white", "whale", "sea", "captain", "ship", "harpoon", "storm", "crew", "deck");

  private Scores() {}

  static RecordMetaData metaData(List<Index> indexes) {
    RecordMetaData.Builder builder =
        RecordMetaData.builder()
            .version(1)
            .recordType(
                Score.getDefaultInstance(),
                type -> type.typeKey(1).primaryKey(field("id")).versioned());
    indexes.forEach(index -> builder.index(SCORE, index));
    return builder.build();
  }

  /** A score whose points and report differ in each round. */
  static Score score(long id, long round) {
    long points = (id * PRIME + round * 104_729) % 1_000_003;
    StringBuilder report = new StringBuilder();
    for (long i = 0; i < 8; i++) {
      report.append(WORDS.get((int) ((points + i * i) % WORDS.size()))).append(' ');
    }
    return Score.newBuilder()
        .setId(id)
        .setTeam("team " + id % TEAMS)
        .setPoints(points)
        .setReport(report.append("no").append(points).toString())
        .build();
  }

  /** Saves the scores from one id to before another. */
  static void fill(
      RecordsFixture fixture,
      RecordDatabase database,
      RecordMetaData metaData,
      Tuple where,
      long records) {
    for (long first = 0; first < records; first += SAVES_PER_TRANSACTION) {
      long from = first;
      var unused =
          fixture.inStore(
              database,
              metaData,
              where,
              store -> {
                int count = (int) Math.min(SAVES_PER_TRANSACTION, records - from);
                CompletableFuture<?>[] saves = new CompletableFuture<?>[count];
                for (int i = 0; i < count; i++) {
                  saves[i] = store.save(score(from + i, 0));
                }
                return CompletableFuture.allOf(saves);
              });
    }
  }
}
