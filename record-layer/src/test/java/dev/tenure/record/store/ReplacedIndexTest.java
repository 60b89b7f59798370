package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.record.build.BuildResult;
import dev.tenure.record.build.OnlineIndexer;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexState;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An index whose successors are readable is not kept, whoever has just built it. */
final class ReplacedIndexTest {
  private static final BuildLimits ALL = new BuildLimits(1_000, 1_000_000);

  private final Stores stores = new Stores();
  private final StoreOptions options =
      stores.options(
          Stores.notes(1)
              .index("Note", Index.value("titles", field("title")).replacedBy("ids"))
              .index("Note", Index.value("ids", field("id")))
              .build());

  @BeforeEach
  void create() {
    stores.save(options, Stores.note(1, "a"), Stores.note(2, "b"));
  }

  @AfterEach
  void close() {
    stores.close();
  }

  @Test
  void rebuiltIndexIsReportedAsItIs() {
    stores.does(
        options,
        store -> {
          assertEquals(IndexState.DISABLED, Stores.join(store, store.rebuildIndex("titles", ALL)));
          assertEquals(IndexState.DISABLED, store.indexState("titles"));
          assertEquals(IndexState.READABLE, Stores.join(store, store.rebuildIndex("ids", ALL)));
        });
  }

  @Test
  void indexBuiltOnlineIsReportedAsItIs() {
    OnlineIndexer indexer =
        OnlineIndexer.builder(stores.test.database, options).index("titles").build();

    BuildResult result = stores.test.database.join(indexer.run());

    assertEquals(BuildResult.Outcome.FINISHED, result.outcome());
    assertEquals(Map.of("titles", IndexState.DISABLED), result.states());
    stores.does(options, store -> assertEquals(IndexState.DISABLED, store.indexState("titles")));
  }

  @Test
  void indexThatAnotherBuilderHasFinishedIsNoError() {
    stores.does(
        options,
        store ->
            assertEquals(
                IndexState.DISABLED, Stores.join(store, store.builds().markReadable("titles"))));
  }
}
