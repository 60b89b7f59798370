package dev.tenure.record.index.rank;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.structure.RankedSet;
import dev.tenure.record.structure.RankedSetCheck;
import dev.tenure.record.test.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A store of players in teams, with one rank index. */
final class RankStore implements AutoCloseable {
  static final String BY_SCORE = "by-score";
  static final KeyExpression TEAM_SCORE = grouping(concat(field("team"), field("score")), 1);
  static final Tuple RED = Tuple.from("red");
  static final Tuple BLUE = Tuple.from("blue");

  final TestDatabase test;
  final RecordMetaData metaData;

  RankStore(Index index) {
    this(new TestDatabase(), index);
  }

  RankStore(TestDatabase test, Index index) {
    this.test = test;
    this.metaData = metaData(index);
  }

  static RankStore dense() {
    return new RankStore(Index.rank(BY_SCORE, TEAM_SCORE));
  }

  static RankStore counting() {
    return new RankStore(Index.rank(BY_SCORE, TEAM_SCORE).countDuplicates());
  }

  static RecordMetaData metaData(Index index) {
    return RecordMetaData.builder()
        .recordType(
            Subject.getDefaultInstance(),
            type -> type.primaryKey(concat(field("team"), field("id"))).typeKey(1))
        .index("Subject", index)
        .build();
  }

  static Subject player(String team, long id, long score) {
    return Subject.newBuilder().setTeam(team).setId(id).setScore(score).build();
  }

  static Subject unscored(String team, long id) {
    return Subject.newBuilder().setTeam(team).setId(id).build();
  }

  CompletableFuture<RecordStore> open(RecordContext context) {
    return RecordStore.open(context, test.subspace, metaData, OpenMode.CREATE_OR_OPEN);
  }

  <T> T in(Function<RecordStore, CompletableFuture<T>> body) {
    return test.run(context -> open(context).thenCompose(body));
  }

  <T> T ask(Function<Ranks, CompletableFuture<T>> question) {
    return in(store -> question.apply(ranks(store)));
  }

  static Ranks ranks(RecordStore store) {
    return Ranks.of(store.index(BY_SCORE));
  }

  /** Saves in one transaction, all begun before the first is done. */
  void save(Subject... players) {
    save(List.of(players));
  }

  void save(List<Subject> players) {
    in(
        store ->
            CompletableFuture.allOf(
                players.stream().map(store::save).toArray(CompletableFuture<?>[]::new)));
  }

  boolean delete(String team, long id) {
    return in(store -> store.delete("Subject", Tuple.from(team, id)));
  }

  /** The ids a scan gives, in order. */
  List<Long> ids(RankScan scan, ScanOptions options) {
    return in(
        store ->
            store
                .scanIndex(BY_SCORE, scan, Continuation.START, options)
                .map(RankStore::id)
                .asList());
  }

  static long id(IndexEntry entry) {
    return entry.primaryKey().getLong(1);
  }

  /** What the ranks of a group are, checked for being whole. */
  List<RankedScore> scores(Tuple group) {
    List<String> faults = new ArrayList<>();
    Optional<Tuple> next = Optional.of(RankedSet.VERIFY_FROM_START);
    while (next.isPresent()) {
      Tuple from = next.get();
      RankedSetCheck check = ask(ranks -> ranks.verify(group, from, 50));
      faults.addAll(check.faults());
      next = check.next();
    }
    assertEquals(List.of(), faults);
    return ask(ranks -> ranks.range(group, 0, Long.MAX_VALUE));
  }

  @Override
  public void close() {
    test.close();
  }
}
