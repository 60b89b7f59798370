package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;
import static dev.tenure.record.key.Keys.rank;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.OrderColumn.descending;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.notEqual;
import static dev.tenure.record.query.Predicates.or;
import static dev.tenure.record.query.TextPredicates.containsPhrase;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.text.TextIndexType;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.rule.PlannerRules;
import dev.tenure.record.query.RecordQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each rule of the planner: a query for which it fires, and one like it for which it does not. A
 * rule without both, without a picture of what it does, or without a place in docs/planner.md,
 * fails.
 */
final class EachRuleTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));
  private static final Path SOURCES = ROOT.resolve("record-layer/src/main/java");
  private static final KeyExpression ID = field("id");
  private static final KeyExpression TEAM = field("team");
  private static final KeyExpression SCORE = field("score");
  private static final KeyExpression TEXT = field("text");
  private static final KeyExpression SLOT = field("slot");
  private static final KeyExpression TAG = field("tag", FanType.FAN_OUT);
  private static final KeyExpression RANK = rank(TEAM, SCORE);
  private static final RecordQuery ALL = RecordQuery.of("Subject");
  private static final RecordQuery OF_A = ALL.where(equal(TEAM, "a"));
  private static final RecordQuery FIRST_OF_A = ALL.where(and(equal(TEAM, "a"), less(RANK, 10)));
  private static final RecordQuery A_AND_X = ALL.where(and(equal(TEAM, "a"), equal(TAG, "x")));
  private static final RecordQuery SLOT_OR_TEXT = ALL.where(or(equal(SLOT, 1), equal(TEXT, "a")));
  private static final RecordQuery SLOTS = ALL.where(in(SLOT, 1, 2));
  private static final RecordQuery SLOT_3 = ALL.where(equal(SLOT, 3));

  private static final Index BY_TEAM = Index.value("i", TEAM);
  private static final Index BY_TAG = Index.value("j", TAG);
  private static final Index BY_RANK = Index.rank("i", grouping(concat(TEAM, SCORE), 1));
  private static final Index BY_SLOT_SCORE = Index.value("i", concat(SLOT, SCORE));
  private static final Index BY_TEXT_SCORE = Index.value("j", concat(TEXT, SCORE));
  private static final Index BY_SCORE_SLOT = Index.value("i", concat(SCORE, SLOT));
  private static final Index BITMAP =
      Index.of("i", Index.BITMAP_VALUE, grouping(concat(TEAM, ID), 1));
  private static final Index POSITIONS = Index.of("i", TextIndexType.NAME, TEXT);
  private static final Index NO_POSITIONS = POSITIONS.option(TextIndexType.OMIT_POSITIONS, "true");

  /** A query on a store with some indexes. */
  private record Asked(RecordQuery query, PlannerOptions options, List<Index> indexes) {}

  /**
   * A rule's two queries.
   *
   * @param gives matches what the rule adds or offers for the first of them only
   */
  private record Case(String rule, String gives, Asked fires, Asked doesNot) {
    @Override
    public String toString() {
      return rule;
    }
  }

  private static Asked on(RecordQuery query, Index... indexes) {
    return new Asked(query, PlanFixture.OPTIONS, List.of(indexes));
  }

  private static List<Case> exploring() {
    return List.of(
        new Case("match-paths", "read index i \\[= .*", on(OF_A, BY_TEAM), on(SLOT_3, BY_TEAM)),
        new Case("split-in", "for each of .*", on(SLOTS), on(SLOT_3)),
        new Case(
            "split-or",
            "union of G\\d+, G\\d+",
            on(SLOT_OR_TEXT),
            on(ALL.where(or(equal(SLOT, 1), equal(SLOT, 2))))),
        new Case(
            "split-types",
            "union of G\\d+, G\\d+",
            on(RecordQuery.of("Rival", "Subject").where(equal(TEAM, "a"))),
            on(OF_A)),
        new Case(
            "weaken-text",
            "filter .*phrase.* of G\\d+",
            on(ALL.where(containsPhrase(TEXT, "sea storm")), NO_POSITIONS),
            on(ALL.where(containsPhrase(TEXT, "sea storm")), POSITIONS)),
        new Case(
            "compose-bitmaps",
            "positions i \\[= .*",
            on(OF_A, BITMAP),
            on(ALL.where(greater(TEAM, "a")), BITMAP)),
        new Case(
            "intersect-paths",
            "intersection of G\\d+, G\\d+",
            on(A_AND_X, BY_TEAM, BY_TAG),
            on(A_AND_X, BY_TEAM, Index.value("j", concat(TEAM, TAG)))),
        new Case(
            "match-ranks",
            "read index i .*rank.*",
            on(FIRST_OF_A, BY_RANK),
            on(ALL.where(less(RANK, 10)), BY_RANK)),
        new Case(
            "ask-ranks",
            "filter by ranks .*",
            on(ALL.where(notEqual(RANK, 3)), BY_RANK),
            on(OF_A, BY_RANK)),
        new Case(
            "skip-first",
            "read .* behind each first value .*",
            on(SLOT_3, BY_SCORE_SLOT),
            on(ALL.where(and(equal(SLOT, 3), equal(SCORE, 5))), BY_SCORE_SLOT)));
  }

  private static List<Case> implementing() {
    return List.of(
        new Case(
            "read-nothing",
            "nothing, .*",
            on(ALL.where(and(equal(SLOT, 1), equal(SLOT, 2)))),
            on(SLOTS)),
        new Case(
            "read-path",
            "scan index i \\[= .*",
            on(OF_A, BY_TEAM),
            on(OF_A.orderBy(ascending(SCORE)), BY_TEAM)),
        new Case(
            "read-positions",
            "positions i .*",
            on(OF_A, BITMAP),
            on(OF_A.orderBy(descending(ID)), BITMAP)),
        new Case("test-conditions", "filter .*", on(SLOT_3), on(ALL)),
        new Case(
            "unite",
            "union by .*",
            on(SLOT_OR_TEXT.orderBy(ascending(SCORE)), BY_SLOT_SCORE, BY_TEXT_SCORE),
            on(SLOT_OR_TEXT.orderBy(ascending(TEAM)), BY_SLOT_SCORE, BY_TEXT_SCORE)),
        new Case(
            "intersect",
            "intersection by .*",
            on(A_AND_X, BY_TEAM, BY_TAG),
            on(A_AND_X.orderBy(ascending(SCORE)), BY_TEAM, BY_TAG)),
        new Case(
            "take-each",
            "for each .*",
            on(SLOTS.orderBy(ascending(SCORE)), BY_SLOT_SCORE),
            on(SLOTS.orderBy(ascending(TEXT)), BY_SLOT_SCORE)),
        new Case(
            "read-ranks",
            "scan index i .*rank.*",
            on(FIRST_OF_A, BY_RANK),
            on(FIRST_OF_A.orderBy(ascending(TEXT)), BY_RANK)),
        new Case(
            "test-ranks",
            "filter by ranks .*",
            on(ALL.where(notEqual(RANK, 3)), BY_RANK),
            on(ALL.where(notEqual(RANK, 3)).orderBy(ascending(TEXT)), BY_RANK)),
        new Case(
            "read-skipping",
            "scan .* behind each first value .*",
            on(SLOT_3, BY_SCORE_SLOT),
            new Asked(SLOT_3, PlannerOptions.defaults(), List.of(BY_SCORE_SLOT))));
  }

  private static Stream<Case> cases() {
    return Stream.concat(exploring().stream(), implementing().stream());
  }

  /** What a rule adds or offers while a query is planned. */
  private static List<String> given(String rule, Asked asked) {
    try (PlanFixture fixture = new PlanFixture(asked.indexes().toArray(Index[]::new))) {
      WatchedRules watched = new WatchedRules(rule);
      PlannerOptions options = asked.options().withRules(watched.rules());
      try {
        var unused = fixture.store.queries().plan(asked.query(), options);
      } catch (RecordLayerException e) {
        assertEquals(RecordLayerException.Code.QUERY_NOT_PLANNED, e.code());
      }
      return watched.given();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void ruleFires(Case each) {
    List<String> given = given(each.rule(), each.fires());
    assertTrue(given.stream().anyMatch(text -> text.matches(each.gives())), given::toString);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void ruleDoesNotFire(Case each) {
    List<String> given = given(each.rule(), each.doesNot());
    assertTrue(given.stream().noneMatch(text -> text.matches(each.gives())), given::toString);
  }

  @Test
  void noRuleIsWithoutItsCase() {
    assertEquals(PlannerRules.builtIn().names(), cases().map(Case::rule).toList());
  }

  @Test
  void noRuleIsMissingOnThePage() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/planner.md"));
    for (String name : PlannerRules.builtIn().names()) {
      assertTrue(page.contains("`" + name + "`"), name);
    }
  }

  @Test
  void noRuleIsWithoutItsPicture() throws IOException {
    List<Object> rules =
        Stream.concat(
                PlannerRules.builtIn().exploring().stream().map(Object.class::cast),
                PlannerRules.builtIn().implementing().stream())
            .toList();
    for (Object rule : rules) {
      String name = rule.getClass().getName();
      String source = Files.readString(SOURCES.resolve(name.replace('.', '/') + ".java"));
      String picture = source.substring(source.indexOf("<pre>"), source.indexOf("</pre>"));
      assertTrue(picture.contains("→"), name);
    }
  }
}
