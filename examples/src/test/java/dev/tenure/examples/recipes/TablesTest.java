package dev.tenure.examples.recipes;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.recipes.proto.Cell;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.tuple.TupleRange;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.junit.SimulatedTest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What docs/recipes/tables.md shows. */
final class TablesTest {
  private static final RecordMetaData METADATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(
              Cell.getDefaultInstance(),
              type ->
                  type.typeKey(1)
                      .primaryKey(concat(field("row"), field("column")))
                      .layout(RecordLayout.SINGLE_KEY))
          .index(
              "Cell",
              Index.value("by-column", concat(field("column"), field("row")))
                  .covering(field("value")))
          .include(QueueSchema.part())
          .build();

  private static CompletableFuture<Void> setRow(
      RecordStore store, String row, Map<String, String> columns) {
    return getRow(store, row)
        .thenCompose(
            before -> {
              var deletes =
                  before.keySet().stream()
                      .filter(column -> !columns.containsKey(column))
                      .map(column -> store.delete("Cell", Tuple.from(row, column)));
              var saves =
                  columns.entrySet().stream()
                      .map(column -> store.save(cell(row, column.getKey(), column.getValue())));
              return CompletableFuture.allOf(
                  Stream.concat(deletes, saves).toArray(CompletableFuture<?>[]::new));
            });
  }

  private static CompletableFuture<Optional<String>> getCell(
      RecordStore store, String row, String column) {
    return store
        .load("Cell", Tuple.from(row, column))
        .thenApply(found -> found.map(record -> record.message(Cell.class).getValue()));
  }

  private static CompletableFuture<Map<String, String>> getRow(RecordStore store, String row) {
    return store
        .scan(
            "Cell", TupleRange.prefix(Tuple.from(row)), Continuation.START, ScanOptions.defaults())
        .map(record -> record.message(Cell.class))
        .asList()
        .thenApply(
            cells -> cells.stream().collect(Collectors.toMap(Cell::getColumn, Cell::getValue)));
  }

  private static CompletableFuture<Map<String, String>> getColumn(
      RecordStore store, String column) {
    return store
        .scanIndex(
            "by-column",
            TupleRange.prefix(Tuple.from(column)),
            Continuation.START,
            ScanOptions.defaults())
        .asList()
        .thenApply(
            entries ->
                entries.stream().collect(Collectors.toMap(TablesTest::row, TablesTest::value)));
  }

  private static String row(IndexEntry entry) {
    return entry.key().getString(1);
  }

  private static String value(IndexEntry entry) {
    return entry.value().getString(0);
  }

  private static Cell cell(String row, String column, String value) {
    return Cell.newBuilder().setRow(row).setColumn(column).setValue(value).build();
  }

  @SimulatedTest(seeds = 1)
  void rowsAndColumnsAreOneRangeEach(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    store.run(it -> setRow(it, "oslo", Map.of("country", "no", "people", "700")));
    store.run(it -> setRow(it, "lima", Map.of("country", "pe", "rain", "none")));
    assertEquals(Map.of("country", "no", "people", "700"), store.run(it -> getRow(it, "oslo")));
    assertEquals(Map.of("oslo", "no", "lima", "pe"), store.run(it -> getColumn(it, "country")));
    assertEquals(Map.of("lima", "none"), store.run(it -> getColumn(it, "rain")));
    assertEquals(Optional.empty(), store.run(it -> getCell(it, "oslo", "rain")));
  }

  @SimulatedTest(seeds = 1)
  void aRowThatIsSetAgainKeepsNoOldCellInEitherOrder(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    store.run(it -> setRow(it, "oslo", Map.of("country", "no", "people", "700")));
    store.run(it -> setRow(it, "oslo", Map.of("people", "717")));
    assertEquals(Map.of("people", "717"), store.run(it -> getRow(it, "oslo")));
    assertEquals(Map.of(), store.run(it -> getColumn(it, "country")));
    assertEquals(Map.of("oslo", "717"), store.run(it -> getColumn(it, "people")));
  }
}
