package dev.tenure.record.build;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.key.FanType;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.BuildPlan;
import dev.tenure.record.store.IndexBuildStatus;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Plain;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What ends a build, and what its indexes are then. */
final class BuildRefusalTest {
  private final BuildStore build = new BuildStore();

  @AfterEach
  void close() {
    build.close();
  }

  @Test
  void recordThatCannotBeIndexedIsNamed() {
    build.fill(20);
    build.disable("by-title", "tags");
    build.in(store -> store.save(BuildStore.note(10, "x".repeat(20_000))));
    RecordLayerException failed =
        assertThrows(
            RecordLayerException.class, () -> build.run(build.indexer("by-title", "tags")));
    assertEquals(Code.KEY_TOO_LARGE, failed.code());
    String message = String.valueOf(failed.getMessage());
    assertTrue(message.contains("index by-title cannot have the Note (10)"), message);
    assertEquals(IndexState.WRITE_ONLY, build.state("by-title"));
    build.in(store -> store.save(BuildStore.note(10, "short")));
    assertEquals(20, build.run(build.indexer("by-title", "tags")).records());
    assertEquals(IndexState.READABLE, build.state("by-title"));
  }

  /** As {@link BuildStore#META_DATA}, with another by-title. */
  private StoreOptions changed() {
    RecordMetaData metaData =
        RecordMetaData.builder()
            .version(2)
            .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("id")).versioned())
            .recordType(
                Plain.getDefaultInstance(), type -> type.primaryKey(field("id")).inSharedExtent())
            .recordType(
                HotItem.getDefaultInstance(), type -> type.primaryKey(field("id")).inSharedExtent())
            .index(
                "Note",
                Index.value("by-title", concat(field("color"), field("title")))
                    .addedVersion(1)
                    .lastModifiedVersion(2))
            .index("Note", old("by-author"))
            .index("Note", old("notes"))
            .index("Note", old("tags"))
            .index("HotItem", old("hot-types"))
            .index(List.of("Plain", "HotItem"), old("shared-by-id"))
            .index("Note", old("by-tag"))
            .universalIndex(old("all"))
            .build();
    return StoreOptions.of(build.test.subspace, metaData);
  }

  private static Index old(String name) {
    return switch (name) {
      case "by-author" -> Index.value(name, field("author")).unique().addedVersion(1);
      case "notes", "all" -> Index.count(name, empty()).addedVersion(1);
      case "tags" ->
          Index.count(name, field("tag", FanType.FAN_OUT)).clearWhenZero().addedVersion(1);
      case "hot-types" -> Index.count(name, field("type")).addedVersion(1);
      case "shared-by-id" -> Index.value(name, field("id")).addedVersion(1);
      default ->
          Index.value(name, concat(field("tag", FanType.FAN_OUT), field("id"))).addedVersion(1);
    };
  }

  private <T> T inChanged(Function<RecordStore, ? extends CompletionStage<T>> body) {
    StoreOptions options = changed();
    return build.test.run(context -> RecordStore.open(context, options).thenCompose(body));
  }

  private void buildHalfFromByTitle() {
    build.fill(30);
    build.disable("tags");
    build.in(store -> store.builds().markWriteOnly("tags"));
    build.in(
        store ->
            store
                .builds()
                .buildSlice(
                    BuildPlan.of("tags").from("by-title"),
                    ByteString.EMPTY,
                    ScanOptions.defaults().withRowsMax(10)));
  }

  @Test
  void buildFromAnIndexThatHasChangedSinceIsBegunAnew() {
    buildHalfFromByTitle();
    IndexBuildStatus status = inChanged(store -> store.builds().status("tags", Isolation.SNAPSHOT));
    assertTrue(status.begun() && status.plan().isEmpty(), status.toString());
    OnlineIndexer.Builder again =
        OnlineIndexer.builder(build.test.database, changed()).index("tags").fromIndex("by-title");
    RecordLayerException refused = assertThrows(RecordLayerException.class, () -> build.run(again));
    assertEquals(Code.BUILD_REFUSED, refused.code());
    assertEquals(30, build.run(again.policy(BuildPolicy.rebuild())).records());
  }

  @Test
  void saveThatCannotKnowWhatIsBuiltDisablesTheIndex() {
    buildHalfFromByTitle();
    inChanged(store -> store.save(BuildStore.note(3, "other", "t")));
    inChanged(
        store -> {
          assertEquals(IndexState.DISABLED, store.indexState("tags"));
          return store.save(BuildStore.note(4, "other", "t"));
        });
    assertEquals(List.of(), build.rows(2, "tags"));
    assertEquals(List.of(), build.rows(4, "tags"));
  }
}
