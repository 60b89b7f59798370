package dev.tenure.record.scrub;

import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.index.IndexAudit.Kind;
import dev.tenure.record.index.text.TextIndexType;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.serialize.DeepMessages;
import dev.tenure.record.test.Rich;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What earlier versions of this library may have left in a store. */
final class DeepScrubTest {
  private final ScrubbedStore store =
      new ScrubbedStore(
          RecordMetaData.builder()
              .recordType(
                  Rich.getDefaultInstance(),
                  type ->
                      type.primaryKey(field("int64_value"))
                          .layout(RecordLayout.SINGLE_KEY)
                          .recordBytesMax(100_000))
              .index("Rich", Index.value("by-text", field("string_value")))
              .index("Rich", Index.of("words", TextIndexType.NAME, field("string_value")))
              .index("Rich", Index.count("all", empty()))
              .index(
                  "Rich",
                  Index.of("greatest", Index.MAX_EVER_LONG, grouping(field("int64_value"), 1)))
              .build());

  @AfterEach
  void close() {
    store.close();
  }

  private static Rich rich(long id, String text) {
    return Rich.newBuilder().setInt64Value(id).setStringValue(text).build();
  }

  private void save(Rich record) {
    store.does(open -> ScrubbedStore.join(open, open.save(record)));
  }

  /** Writes the bytes of a record past the store. */
  private void overwrite(long id, ByteString message) {
    store.does(
        open ->
            open.context()
                .set(open.recordKey("Rich", Tuple.from(id)), DeepMessages.stored(message, 1)));
  }

  private void storeDeep(long id, int levels) {
    save(rich(id, "deep"));
    overwrite(id, DeepMessages.bytes(rich(id, "deep"), levels));
  }

  private static List<Kind> kinds(ScrubReport report) {
    return report.faults().stream().map(Fault::kind).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"by-text", "words", "all", "greatest"})
  void aRecordThatIsTooDeepIsReportedAndTheRestIsJudged(String index) {
    save(rich(1, "flat"));
    storeDeep(2, 140);
    storeDeep(3, 20_000);
    save(rich(4, "flat"));

    ScrubReport report = store.run(store.scrubber(index).repair(true));

    assertEquals(List.of(Kind.TOO_DEEP, Kind.TOO_DEEP), kinds(report));
    Fault fault = report.faults().get(0);
    assertEquals(Tuple.from(2), fault.primaryKey().orElseThrow());
    assertTrue(fault.found().contains("Rich.self.self"), fault.found());
    assertFalse(fault.repaired());
    assertTrue(report.unverified().isEmpty(), report::toString);
    assertTrue(report.isFinished());
  }

  @Test
  void entriesOfARecordThatIsTooDeepAreRepaired() {
    storeDeep(2, 140);
    store.damage(
        "by-text",
        (context, keys) -> {
          context.clear(keys.key(Tuple.from("deep", 2)));
          context.set(keys.key(Tuple.from("other", 2)), new byte[0]);
        });

    assertEquals(
        List.of(Kind.LEFT_BEHIND, Kind.TOO_DEEP, Kind.MISSING),
        kinds(store.run(store.scrubber("by-text").repair(true))));
    assertEquals(List.of(Kind.TOO_DEEP), kinds(store.run(store.scrubber("by-text"))));
  }

  @Test
  void aStoreWithoutItIsClean() {
    storeDeep(2, 140);
    store.does(open -> ScrubbedStore.join(open, open.delete("Rich", Tuple.from(2))));

    assertTrue(store.run(store.scrubber("by-text")).isClean());
    assertTrue(store.run(store.scrubber("words")).isClean());
  }

  @ParameterizedTest
  @ValueSource(strings = {"by-text", "words"})
  void entriesOfATextThatTheRecordDoesNotHoldAreLeftBehind(String index) {
    save(rich(1, "cafe"));
    overwrite(1, rich(1, "caf?").toByteString());

    assertEquals(
        List.of(Kind.LEFT_BEHIND, Kind.MISSING),
        kinds(store.run(store.scrubber(index).repair(true))));
    assertTrue(store.run(store.scrubber(index)).isClean());
  }
}
