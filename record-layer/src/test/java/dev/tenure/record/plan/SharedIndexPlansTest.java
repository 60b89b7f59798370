package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.less;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.definition.Index;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.test.Rival;
import dev.tenure.record.test.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Plans over an index that record types share, and over parts of primary keys in an index. */
final class SharedIndexPlansTest {
  private static final KeyExpression ID = field("id");
  private static final KeyExpression TEAM = field("team");

  private static RecordMetaData metaData() {
    return RecordMetaData.builder()
        .version(1)
        .recordType(Subject.getDefaultInstance(), type -> type.primaryKey(concat(ID, TEAM)))
        .recordType(Rival.getDefaultInstance(), type -> type.primaryKey(ID))
        .index(List.of("Subject", "Rival"), Index.value("by-team", concat(TEAM, ID)))
        .index("Subject", Index.value("by-slot", field("slot")).covering(field("text")))
        .build();
  }

  private static void assertPlan(String expected, RecordQuery query) {
    try (CheckedStore store = new CheckedStore(metaData(), List.of())) {
      assertEquals(expected, store.plan(query, PlannerOptions.defaults()).toString());
    }
  }

  /** Record Layer, section 8.2: one scan in place of a join of two types. */
  @Test
  void recordsOfSeveralTypesComeOfOneScanOfTheirIndex() {
    assertPlan(
        """
        fetch
          scan index by-team [= parameter(#0)]
        """,
        RecordQuery.of().where(equal(TEAM, "a")).orderBy(ascending(ID)));
  }

  /** Types of one extent whose keys have the same columns are bounded by them, and ordered. */
  @Test
  void recordsOfOneExtentAreReadByTheKeyThatTheirTypesHave() {
    try (PlanFixture fixture = new PlanFixture(true)) {
      RecordQuery query = RecordQuery.of("Subject", "Rival").where(greater(ID, 7));
      assertEquals(
          "scan records Rival|Subject [in (parameter(#0), ∞)]\n",
          fixture.text(query.orderBy(ascending(ID))));
      assertEquals(
          """
          only Subject
            scan records Rival|Subject [= parameter(#0)]
          """,
          fixture.text(RecordQuery.of("Subject").where(equal(ID, 7))));
    }
  }

  /** An entry tells the primary key also of several types, if their keys have the same columns. */
  @Test
  void noRecordIsLoadedForAKeyThatAllTypesOfAnIndexHave() {
    RecordMetaData sameKeys =
        RecordMetaData.builder()
            .version(1)
            .recordType(Subject.getDefaultInstance(), type -> type.primaryKey(ID))
            .recordType(Rival.getDefaultInstance(), type -> type.primaryKey(ID))
            .index(List.of("Subject", "Rival"), Index.value("by-team", TEAM))
            .build();
    List<Message> records =
        List.of(
            Subject.newBuilder().setId(7).setTeam("a").build(),
            Subject.newBuilder().setId(8).setTeam("b").build(),
            Rival.newBuilder().setId(7).setTeam("a").build(),
            Rival.newBuilder().setId(9).setTeam("a").build());
    try (CheckedStore store = new CheckedStore(sameKeys, records)) {
      RecordQuery query =
          RecordQuery.of("Rival", "Subject")
              .where(and(equal(TEAM, "a"), less(ID, 9)))
              .select(ID, TEAM);
      QueryPlan plan = store.plan(query, PlannerOptions.defaults());
      assertEquals(
          """
          filter (field(id) < parameter(#1))
            scan index by-team [= parameter(#0)]
          """,
          plan.toString());
      assertEquals(
          List.of(Tuple.from(7, "a"), Tuple.from(7, "a")),
          CheckedStore.rows(store.store(), plan, Bindings.none()).stream()
              .map(QueryRow::values)
              .toList());
    }
  }

  @Test
  void entryHasTheColumnsOfItsKeyOfTheRecordsKeyAndOfItsValue() {
    assertPlan(
        "scan index by-slot [= parameter(#0)]\n",
        RecordQuery.of("Subject")
            .where(equal(field("slot"), 3))
            .orderBy(ascending(ID))
            .select(field("slot"), TEAM, ID, field("text")));
  }
}
