package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;
import static dev.tenure.record.key.Keys.ordered;
import static dev.tenure.record.key.Keys.rank;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.anyOf;
import static dev.tenure.record.query.Predicates.compare;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.greaterOrEqual;
import static dev.tenure.record.query.Predicates.hasSubstring;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.isNull;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.lessOrEqual;
import static dev.tenure.record.query.Predicates.notEqual;
import static dev.tenure.record.query.Predicates.or;
import static dev.tenure.record.query.Predicates.startsWith;
import static dev.tenure.record.query.TextPredicates.containsAll;
import static dev.tenure.record.query.TextPredicates.containsAny;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.definition.Index;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.node.Concat;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.PlanRun;
import dev.tenure.record.plan.node.Row;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.test.Rival;
import dev.tenure.record.test.Subject;
import dev.tenure.record.test.SubjectLine;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Queries with a limit, by sampled statistics: where the rows lie that pass a filter. Each case
 * chose a plan that read more than twice the best once.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FirstRowsPlansTest {
  private static final KeyExpression TEAM = field("team");
  private static final KeyExpression TEXT = field("text");
  private static final KeyExpression ID = field("id");
  private static final KeyExpression SCORE = field("score");
  private static final KeyExpression SLOT = field("slot");
  private static final KeyExpression LINE = field("line", FanType.FAN_OUT);
  private static final RecordQuery ALL = RecordQuery.of("Subject");

  /** 100 subjects of team a, 200 of a team each; the scores of 100 are null. */
  private final SampledStore many = new SampledStore(metaData(), records(false));

  /** 300 subjects of one team; the scores of 100 are null. */
  private final SampledStore one = new SampledStore(metaData(), records(true));

  /** 200 rivals, and behind them 300 subjects in the same extent. */
  private final SampledStore shared = new SampledStore(sharedMetaData(), sharedRecords());

  /**
   * 300 subjects as in {@link #many}, each with a line and a tag, and 330 rivals in an extent of
   * their own, of which 30 are of the first team, and 30 of the last one.
   */
  private final SampledStore apart = new SampledStore(apartMetaData(), apartRecords());

  /**
   * 100 subjects, of which 20 have the team m behind 60 others, and 200 rivals, of which 20 have it
   * behind 20 others.
   */
  private final SampledStore narrow = new SampledStore(apartMetaData(), narrowRecords());

  /** From one to five subjects of each of 70 teams. */
  private final SampledStore uneven = new SampledStore(metaData(), unevenRecords());

  /** 100 subjects of team a, and 20 of each of five other teams; the slot of one in ten is 5. */
  private final SampledStore behind = new SampledStore(behindMetaData(), behindRecords());

  private static RecordMetaData metaData() {
    return RecordMetaData.builder()
        .version(1)
        .recordType(Subject.getDefaultInstance(), type -> type.primaryKey(concat(TEAM, ID)))
        .index("Subject", Index.value("by-id", ID).covering(SCORE))
        .index("Subject", Index.rank("ranks", grouping(concat(TEAM, SCORE), 1)).countDuplicates())
        .build();
  }

  private static List<Message> records(boolean isOneTeam) {
    List<Message> records = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      Subject.Builder subject =
          Subject.newBuilder()
              .setId(i)
              .setTeam(isOneTeam || i < 100 ? "a" : String.format("t%03d", i))
              .setText("t250")
              .setSlot(i % 10);
      if (i % 3 > 0) {
        subject.setScore(i);
      }
      records.add(subject.build());
    }
    return records;
  }

  private static RecordMetaData sharedMetaData() {
    return RecordMetaData.builder()
        .version(1)
        .recordType(Subject.getDefaultInstance(), type -> type.primaryKey(ID).inSharedExtent())
        .recordType(Rival.getDefaultInstance(), type -> type.primaryKey(ID).inSharedExtent())
        .build();
  }

  private static List<Message> sharedRecords() {
    List<Message> records = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      records.add(Rival.newBuilder().setId(i - 200).build());
    }
    records.addAll(records(false));
    return records;
  }

  private static RecordMetaData apartMetaData() {
    KeyExpression lastScore = ordered(KeyOrder.ASCENDING_NULLS_LAST, SCORE);
    return RecordMetaData.builder()
        .version(1)
        .recordType(Subject.getDefaultInstance(), type -> type.primaryKey(concat(TEAM, ID)))
        .recordType(Rival.getDefaultInstance(), type -> type.primaryKey(ID))
        .index("Subject", Index.value("by-slot", concat(SLOT, lastScore)))
        .index(List.of("Subject", "Rival"), Index.value("by-team", TEAM))
        .build();
  }

  private static List<Message> apartRecords() {
    List<Message> records = new ArrayList<>();
    for (int i = 0; i < 330; i++) {
      records.add(Rival.newBuilder().setId(i).setTeam(i < 30 ? "a" : i < 300 ? "b" : "z").build());
    }
    for (Message each : records(false)) {
      Subject subject = (Subject) each;
      SubjectLine line =
          SubjectLine.newBuilder().setSku("s").setQuantity(subject.getId() % 2).build();
      records.add(subject.toBuilder().addLine(line).addTag("t250").build());
    }
    return records;
  }

  private static List<Message> narrowRecords() {
    List<Message> records = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      String team = i < 60 ? "a" + i : i < 80 ? "m" : "z" + i;
      records.add(Subject.newBuilder().setId(i).setTeam(team).build());
    }
    for (int i = 0; i < 200; i++) {
      String team = i < 20 ? "a" + i : i < 40 ? "m" : "z" + i;
      records.add(Rival.newBuilder().setId(i).setTeam(team).build());
    }
    return records;
  }

  private static RecordMetaData behindMetaData() {
    return RecordMetaData.builder()
        .version(1)
        .recordType(Subject.getDefaultInstance(), type -> type.primaryKey(ID))
        .index("Subject", Index.value("by-team", concat(TEAM, SLOT)))
        .build();
  }

  private static List<Message> behindRecords() {
    List<Message> records = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      String team = i < 100 ? "a" : "b" + i % 5;
      records.add(Subject.newBuilder().setId(i).setTeam(team).setSlot(i / 5 % 10).build());
    }
    return records;
  }

  private static List<Message> unevenRecords() {
    List<Message> records = new ArrayList<>();
    for (int team = 0; team < 70; team++) {
      for (int i = 0; i <= team % 5; i++) {
        records.add(Subject.newBuilder().setId(i).setTeam(String.format("e%02d", team)).build());
      }
    }
    return records;
  }

  @AfterAll
  void close() {
    behind.close();
    uneven.close();
    narrow.close();
    apart.close();
    shared.close();
    many.close();
    one.close();
  }

  @Test
  void filterThatFailsForTheFirstValueReadsFromTheOtherEnd() {
    many.assertReads("scan records Subject reverse", ALL.where(notEqual(TEAM, "a")).limit(1));
    many.assertReads("scan records Subject\n", ALL.where(notEqual(TEAM, "t299")).limit(1));
  }

  @Test
  void branchOnTheFirstColumnTellsWhereTheRowsLie() {
    many.assertReads(
        "scan records Subject reverse",
        ALL.where(or(equal(SLOT, 9), notEqual(TEAM, "a"))).limit(2));
  }

  @Test
  void comparisonOfTwoColumnsIsCountedByTheirHistograms() {
    RecordQuery query = ALL.where(compare(TEXT, Operator.LESS_OR_EQUAL, TEAM));
    assertEquals(50, many.plan(query).estimate().rows(), 8, many.plan(query)::explain);
    many.assertReads("scan records Subject reverse", query.limit(2));
  }

  /** The tag of all subjects is less than the last 50 teams. */
  @Test
  void comparisonOfARepeatedColumnIsCountedByTheHistograms() {
    RecordQuery query =
        ALL.where(compare(field("tag", FanType.FAN_OUT), Operator.LESS_OR_EQUAL, TEAM));
    assertEquals(50, apart.plan(query).estimate().rows(), 8, apart.plan(query)::explain);
    apart.assertReads("scan records Subject reverse", query.limit(2));
  }

  @Test
  void textsThatASearchFindsAreCountedByTheHistogram() {
    QueryPlan plan = many.plan(ALL.where(containsAny(TEAM, "a")));
    assertEquals(100, plan.estimate().rows(), 8, plan::explain);
    QueryPlan none = many.plan(ALL.where(containsAll(TEAM, "a b")));
    assertTrue(none.estimate().rows() < 2, none::explain);
  }

  @Test
  void textThatLiesAtTheOtherEndIsReadFromThere() {
    many.assertReads("scan records Subject reverse", ALL.where(containsAny(TEAM, "t299")).limit(1));
    many.assertReads("scan records Subject\n", ALL.where(containsAny(TEAM, "a")).limit(1));
  }

  /** Of two indexes that have the columns, the one whose order has the found rows first. */
  @Test
  void scanIsInTheOrderOfTheFilter() {
    RecordQuery found = ALL.where(containsAny(TEAM, "t299")).select(SCORE, TEAM, ID).limit(1);
    many.assertReads("scan index ranks reverse", found);
  }

  /** In the order of the team, a scan would read 200 records before the first result. */
  @Test
  void rowsThatComeLateInAnOrderAreFoundByTheirRange() {
    many.assertReads(
        "union by",
        ALL.where(or(equal(ID, 1), greaterOrEqual(TEAM, "t200")))
            .orderBy(ascending(TEAM))
            .limit(2));
  }

  @Test
  void columnWithOneValueLeavesTheOrderToTheNextColumn() {
    RecordQuery query = ALL.where(less(ID, 10)).orderBy(ascending(TEAM)).limit(3);
    one.assertReads("scan records Subject\n", query);
  }

  /** The ten subjects are the first ones of the first team. */
  @Test
  void firstRowsOfAColumnAreInTheOrderOfTheNextColumn() {
    RecordQuery query = ALL.where(less(ID, 10)).orderBy(ascending(TEAM));
    many.assertReads("scan records Subject\n", query.limit(3));
    many.assertReads("first 9 by", query.limit(9));
  }

  /**
   * By descending id, the first rows pass whatever their rank; by team and id, each is asked for.
   */
  @Test
  void rowsForWhichNoRankIsAskedComeFirst() {
    QueryPredicate condition = or(greaterOrEqual(ID, 250L), notEqual(rank(TEAM, SCORE), 150));
    one.assertReads("scan index by-id reverse", ALL.where(condition).limit(5));
    one.assertReads("scan records", ALL.where(condition));
  }

  /** A subject without a score has the rank 0. */
  @Test
  void firstRanksComeFirstInTheOrderOfTheirIndex() {
    RecordQuery query = ALL.where(lessOrEqual(rank(TEAM, SCORE), 0));
    assertEquals(100, one.plan(query).estimate().rows(), 20, one.plan(query)::explain);
    one.assertReads("scan index ranks\n", query.limit(3));
    RecordQuery ofList = ALL.where(in(rank(TEAM, SCORE), 0, 8));
    assertEquals(101, one.plan(ofList).estimate().rows(), 20, one.plan(ofList)::explain);
    one.assertReads("scan index ranks\n", ofList.limit(3));
  }

  /** All rivals come before the first subject. */
  @Test
  void scanOfASharedExtentBeginsAtTheEndWithTheWantedType() {
    shared.assertReads("scan records Rival|Subject reverse", ALL.limit(2));
    shared.assertReads("scan records Rival|Subject\n", RecordQuery.of("Rival").limit(2));
  }

  @Test
  void textsWithASubstringAreReadFromTheEndWhereTheyLie() {
    RecordQuery query = ALL.where(hasSubstring(TEAM, "29"));
    many.assertReads("scan records Subject reverse", query.limit(5));
    many.assertReads("scan records Subject\n", ALL.where(hasSubstring(TEAM, "a")).limit(5));
  }

  /** The weights of the histogram's cells are sums, which are not exact. */
  @Test
  void rangeBetweenValuesThatHasNoRecordsHoldsNoTexts() {
    RecordQuery query = ALL.where(hasSubstring(TEAM, "e65"));
    uneven.assertReads("scan records Subject reverse", query.limit(1));
  }

  /** A column is equal to itself anywhere, not only where its values are frequent. */
  @Test
  void comparisonOfAColumnWithItselfTellsNoPlace() {
    QueryPlan plan = many.plan(ALL.where(compare(TEAM, Operator.EQUAL, TEAM)).limit(9));
    assertEquals(90, plan.estimate().cost(0.3), 9, plan::explain);
  }

  @Test
  void valueThatAListHasTwiceIsCountedOnce() {
    RecordQuery query = ALL.where(in(TEAM, "a", "a"));
    assertEquals(100, many.plan(query).estimate().rows(), 8, many.plan(query)::explain);
    RecordQuery between = ALL.where(in(ID, 7, 7, 7, 7));
    assertTrue(many.plan(between).estimate().rows() < 2, many.plan(between)::explain);
  }

  /** In each slot 20 subjects with a score come first. */
  @Test
  void rowsThatComeLastInEachGroupAreReadFromTheOtherEnd() {
    apart.assertReads(
        "scan index by-slot reverse", ALL.where(isNull(SCORE)).select(SLOT, ID).limit(2));
  }

  /**
   * The first rows of an order may be any rows, so that all branches are read. The first two have
   * as many rows as are expected of all three.
   */
  @Test
  void rowsThatAreSortedAreReadToTheEnd() {
    QueryPredicate condition =
        or(startsWith(TEAM, "t"), greaterOrEqual(TEAM, "t1"), equal(SLOT, 3));
    many.assertReads(
        "first 1 by field(text), key ASCENDING\n    filter",
        ALL.where(condition).orderBy(ascending(TEXT)).limit(1));
  }

  /** Half of the subjects have the first team, so that one jump finds the first five. */
  @Test
  void rowsBehindAFrequentFirstValueComeTogether() {
    RecordQuery query = ALL.where(equal(SLOT, 5));
    QueryPlan plan = behind.plan(query.limit(5));
    assertTrue(plan.toString().contains("behind each first value"), plan::explain);
    assertEquals(3 + 5 + 5 * Estimate.GET, plan.estimate().costOf(5), 2, plan::explain);
  }

  /** The range begins with 200 subjects. */
  @Test
  void rangeOfASharedIndexIsReadFromTheEndWithTheWantedType() {
    RecordQuery rivals = RecordQuery.of("Rival").where(greaterOrEqual(TEAM, "t100"));
    apart.assertReads("scan index by-team [in [parameter(#0), ∞)] reverse", rivals.limit(2));
  }

  /** Entries of one team come type after type. */
  @Test
  void oneValueOfASharedIndexIsReadFromTheEndWithTheWantedType() {
    RecordQuery rivals = RecordQuery.of("Rival").where(and(equal(TEAM, "a"), greater(ID, 9)));
    apart.assertReads("scan index by-team [= parameter(#0)] reverse", rivals.limit(2));
  }

  /**
   * The place of a range is rounded, for each type by itself; the range begins with 20 subjects.
   */
  @Test
  void typesOfANarrowRangeLieAtOnePlace() {
    narrow.assertReads(
        "scan index by-team [in parameter(#0)…] reverse",
        RecordQuery.of("Rival").where(startsWith(TEAM, "m")).limit(1));
  }

  @Test
  void typeWhoseFirstRowsPassIsReadFirst() {
    RecordQuery both = RecordQuery.of("Rival", "Subject").where(hasSubstring(TEAM, "t2"));
    String plan = apart.plan(both.limit(5)).toString();
    assertTrue(plan.indexOf("Subject reverse") < plan.indexOf("scan records Rival"), plan);
    assertTrue(plan.contains("Subject reverse"), plan);
  }

  @Test
  void conditionsOnColumnsOfOneElementAreCountedByTheirHistograms() {
    RecordQuery query =
        ALL.where(anyOf(LINE, and(equal(field("quantity"), 1), equal(field("sku"), "s"))));
    assertEquals(150, apart.plan(query).estimate().rows(), 10, apart.plan(query)::explain);
  }

  /** The second plan is not read when the first one has as many rows as are wanted. */
  @Test
  void plansOneAfterAnotherCostWhatTheirFirstRowsCost() {
    DoubleUnaryOperator late = share -> Math.sqrt(share);
    Estimate first = new Estimate(10, 1, 100, late);
    Estimate second = new Estimate(10, 1, 1_000);
    List<PlanNode> plans = List.of(new GivenPlan(first), new GivenPlan(second));
    Concat concat = new Concat(plans, List.of(), 20);
    assertEquals(1 + 10, concat.estimate().cost(0.005), 1);
    assertEquals(101 + 1 + 1_000 * 0.9, concat.estimate().cost(0.95), 50);
  }

  /** The second plan read for five rows, when one was still wanted. */
  @Test
  void planBehindAnotherIsAskedForTheRowsThatAreStillWanted() {
    GivenPlan four = new GivenPlan(new Estimate(4, 1, 4));
    Concat concat = new Concat(List.of(four, four), List.of(), 8);
    PlanRun run = one.run(1, 5);
    List<Row> rows =
        one.store().context().join(concat.open(run, Continuation.START).limit(5).asList());
    assertEquals(5, rows.size());
    assertEquals(List.of(PlanRun.Wanted.atMost(5), PlanRun.Wanted.atMost(1)), four.asked());
  }
}
