package dev.tenure.campaigns.simulation.indexes;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;
import static dev.tenure.record.key.Keys.incarnation;
import static dev.tenure.record.key.Keys.version;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.simulation.proto.SimulatedPlayer;
import dev.tenure.campaigns.simulation.reading.Reads;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.definition.Index;
import dev.tenure.record.feed.ChangeFeed;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.rank.Ranks;
import dev.tenure.record.index.text.TextIndexType;
import dev.tenure.record.index.text.TextScan;
import dev.tenure.record.key.FanType;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import dev.tenure.record.text.TextQuery;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * The records whose indexes are simulated, and the indexes computed from all records. Keys and
 * values are few, so that they often collide.
 */
final class Players {
  static final String PLAYER = "SimulatedPlayer";
  static final int IDS = 12;
  private static final List<String> TEAMS = List.of("blue", "red");
  private static final List<String> TAGS = List.of("fast", "tall", "new");
  private static final List<String> WORDS = List.of("white", "whale", "sea", "call", "me");
  private static final Subspace SUBSPACE = new Subspace(Tuple.from("players"));

  /** An index: its definition, and its contents by brute force and as read. */
  private record Indexed(
      Index index,
      Function<List<SimulatedPlayer>, Object> expected,
      Function<RecordStore, Object> found) {}

  private static final List<Indexed> INDEXES =
      List.of(
          new Indexed(
              Index.value("by-score", concat(field("team"), field("score"))),
              players -> sorted(players, each -> Stream.of(score(each).add(each.getId()))),
              store -> entries(store, "by-score")),
          new Indexed(
              Index.value("by-tag", field("tag", FanType.FAN_OUT)).covering(field("motto")),
              players ->
                  sorted(
                      players,
                      each ->
                          each.getTagList().stream()
                              .distinct()
                              .map(
                                  tag ->
                                      Tuple.from(
                                          tag, each.getTeam(), each.getId(), each.getMotto()))),
              store -> entries(store, "by-tag")),
          new Indexed(
              Index.count("by-team", field("team")).clearWhenZero(),
              players -> sums(players, each -> Stream.of(Map.entry(each.getTeam(), 1L))),
              store -> groups(store, "by-team")),
          new Indexed(
              Index.count("tags", field("tag", FanType.FAN_OUT)),
              players ->
                  sums(
                      players,
                      each -> each.getTagList().stream().distinct().map(tag -> Map.entry(tag, 1L))),
              store -> groups(store, "tags")),
          new Indexed(
              Index.aggregate("score-sum", Index.SUM, field("team"), field("score"))
                  .clearWhenZero(),
              players -> sums(players, Players::teamScore),
              store -> groups(store, "score-sum")),
          new Indexed(
              Index.aggregate(
                  "tags-given", Index.COUNT_NOT_NULL, field("team"), field("tag", FanType.FAN_OUT)),
              players ->
                  sums(
                      players,
                      each -> each.getTagList().stream().map(tag -> Map.entry(each.getTeam(), 1L))),
              store -> groups(store, "tags-given")),
          new Indexed(
              Index.aggregate("best", Index.PERMUTED_MAX, field("team"), field("score"))
                  .option(Index.PERMUTED_SIZE, "1"),
              players -> merged(players, Players::teamScore, Long::max),
              Players::best),
          new Indexed(
              Index.aggregate("ids", Index.BITMAP_VALUE, field("team"), field("id"))
                  .option(Index.BITMAP_ENTRY_SIZE, "8")
                  .unique(),
              players ->
                  sorted(players, each -> Stream.of(Tuple.from(each.getTeam(), each.getId()))),
              Players::ids),
          new Indexed(
              Index.rank("ranks", grouping(concat(field("team"), field("score")), 1))
                  .countDuplicates(),
              Players::ranked,
              Players::ranks),
          new Indexed(
              Index.of("words", TextIndexType.NAME, field("motto")),
              players ->
                  sorted(
                      players, each -> words(each).map(word -> Tuple.from(word).addAll(key(each)))),
              Players::found));

  static final ChangeFeed CHANGES = ChangeFeed.of("changes");
  static final RecordMetaData META_DATA = metaData();

  private Players() {}

  private static RecordMetaData metaData() {
    RecordMetaData.Builder builder =
        RecordMetaData.builder()
            .version(1)
            .recordType(
                SimulatedPlayer.getDefaultInstance(),
                type -> type.typeKey(1).primaryKey(concat(field("team"), field("id"))).versioned());
    INDEXES.forEach(each -> builder.index(PLAYER, each.index()));
    return builder
        .index(PLAYER, Index.version("changes", concat(incarnation(), version())))
        .build();
  }

  static CompletableFuture<RecordStore> open(RecordContext context) {
    return RecordStore.open(context, options());
  }

  static StoreOptions options() {
    return StoreOptions.of(SUBSPACE, META_DATA).withMode(OpenMode.CREATE_OR_OPEN);
  }

  /** How many indexes are compared when all can be read. */
  static int indexes() {
    return INDEXES.size();
  }

  static List<String> indexNames() {
    return INDEXES.stream().map(each -> each.index().name()).toList();
  }

  static String anyIndex(RandomGenerator random) {
    return INDEXES.get(random.nextInt(INDEXES.size())).index().name();
  }

  /** Draws a player with one of the few keys and random values. */
  static SimulatedPlayer draw(RandomGenerator random) {
    SimulatedPlayer.Builder player =
        SimulatedPlayer.newBuilder()
            .setTeam(TEAMS.get(random.nextInt(TEAMS.size())))
            .setId(random.nextInt(IDS));
    if (random.nextInt(6) > 0) {
      player.setScore(random.nextInt(9) - 4);
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      player.addTag(TAGS.get(random.nextInt(TAGS.size())));
    }
    for (int i = random.nextInt(5); i > 0; i--) {
      player.setMotto(player.getMotto() + WORDS.get(random.nextInt(WORDS.size())) + " ");
    }
    return player.build();
  }

  static Tuple key(SimulatedPlayer player) {
    return Tuple.from(player.getTeam(), player.getId());
  }

  /**
   * Compares every index that may be read with the records.
   *
   * @return how many were compared
   * @throws InvariantViolation for an index that differs from the one computed from all records
   */
  static int check(RecordStore store) {
    List<SimulatedPlayer> players = Reads.records(store, SimulatedPlayer.class);
    int compared = 0;
    for (Indexed each : INDEXES) {
      if (store.indexState(each.index().name()).isScannable()) {
        Object expected = each.expected().apply(players);
        Object found = each.found().apply(store);
        InvariantViolation.require(
            expected.equals(found),
            "index " + each.index().name() + " has " + found + ", the records give " + expected);
        compared++;
      }
    }
    return compared;
  }

  private static Tuple score(SimulatedPlayer player) {
    Tuple team = Tuple.from(player.getTeam());
    return player.hasScore() ? team.add(player.getScore()) : team.addObject(null);
  }

  private static List<String> sorted(
      Collection<SimulatedPlayer> players, Function<SimulatedPlayer, Stream<Tuple>> rows) {
    return players.stream().flatMap(rows).map(Tuple::toString).sorted().toList();
  }

  /** Indexed columns, then primary key columns that are not among them, then covering ones. */
  private static List<String> entries(RecordStore store, String index) {
    return Reads.entries(store, index).stream().map(Players::row).sorted().toList();
  }

  private static String row(IndexEntry entry) {
    boolean teamFirst = entry.index().equals("by-score");
    Tuple rest = teamFirst ? Tuple.from(entry.primaryKey().get(1)) : entry.primaryKey();
    return entry.key().addAll(rest).addAll(entry.value()).toString();
  }

  private static Map<String, Long> sums(
      Collection<SimulatedPlayer> players,
      Function<SimulatedPlayer, Stream<Map.Entry<String, Long>>> contributions) {
    Map<String, Long> sums = merged(players, contributions, Long::sum);
    sums.values().removeIf(value -> value == 0);
    return sums;
  }

  private static Map<String, Long> merged(
      Collection<SimulatedPlayer> players,
      Function<SimulatedPlayer, Stream<Map.Entry<String, Long>>> contributions,
      BinaryOperator<Long> merge) {
    Map<String, Long> values = new TreeMap<>();
    players.stream()
        .flatMap(contributions)
        .forEach(each -> values.merge(each.getKey(), each.getValue(), merge));
    return values;
  }

  private static Stream<Map.Entry<String, Long>> teamScore(SimulatedPlayer player) {
    return player.hasScore()
        ? Stream.of(Map.entry(player.getTeam(), player.getScore()))
        : Stream.of();
  }

  /** The greatest score of each team, as the rows of groups have it. */
  private static Map<String, Long> best(RecordStore store) {
    Map<String, Long> best = new TreeMap<>();
    Reads.groups(store, "best")
        .forEach(each -> best.merge(each.key().getString(0), each.value().getLong(0), Long::sum));
    return best;
  }

  /** Team and id of each bit. */
  private static List<String> ids(RecordStore store) {
    return TEAMS.stream()
        .flatMap(
            team ->
                Reads.positions(store, "ids", Tuple.from(team)).stream()
                    .map(id -> Tuple.from(team, id)))
        .map(Tuple::toString)
        .sorted()
        .toList();
  }

  private static Stream<String> words(SimulatedPlayer player) {
    return Stream.of(player.getMotto().split(" ")).filter(word -> !word.isEmpty()).distinct();
  }

  private static List<String> found(RecordStore store) {
    return WORDS.stream()
        .flatMap(
            word ->
                Reads.scanned(store, "words", TextScan.of(TextQuery.token(word))).stream()
                    .map(entry -> Tuple.from(word).addAll(entry.primaryKey())))
        .map(Tuple::toString)
        .sorted()
        .toList();
  }

  /** Team, rank and id of each player: how many of its team have a lower score, or none. */
  private static List<String> ranked(List<SimulatedPlayer> players) {
    return sorted(
        players,
        each ->
            Stream.of(
                Tuple.from(
                    each.getTeam(),
                    players.stream()
                        .filter(other -> score(other).compareTo(score(each)) < 0)
                        .filter(other -> other.getTeam().equals(each.getTeam()))
                        .count(),
                    each.getId())));
  }

  private static List<String> ranks(RecordStore store) {
    Ranks ranks = Ranks.of(store.index("ranks")).withIsolation(Isolation.SNAPSHOT);
    return Reads.entries(store, "ranks").stream()
        .map(
            entry -> {
              Tuple team = Tuple.from(entry.key().get(0));
              Tuple score = new Tuple().addObject(entry.key().get(1));
              return team.add(Reads.now(ranks.rank(team, score)))
                  .addObject(entry.primaryKey().get(1));
            })
        .map(Tuple::toString)
        .sorted()
        .toList();
  }

  /** The groups of an index of one group column whose value is not 0. */
  private static Map<String, Long> groups(RecordStore store, String index) {
    Map<String, Long> groups = new TreeMap<>();
    Reads.entries(store, index)
        .forEach(each -> groups.put(each.key().getString(0), each.value().getLong(0)));
    groups.values().removeIf(value -> value == 0);
    return groups;
  }
}
