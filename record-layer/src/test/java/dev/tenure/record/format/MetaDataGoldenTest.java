package dev.tenure.record.format;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.greaterOrEqual;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.definition.FormerIndex;
import dev.tenure.record.definition.Index;
import dev.tenure.record.evolution.MetaDataStore;
import dev.tenure.record.metadata.MetaDataCodec;
import dev.tenure.record.metadata.Protos;
import dev.tenure.record.metadata.RecordMetaData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rows of a metadata store with each shape of type, index and condition. */
final class MetaDataGoldenTest {
  private static final RecordMetaData META_DATA =
      RecordMetaData.builder()
          .version(3)
          .recordType(
              Protos.message("message M { int64 id = 1; int64 n = 2; }"),
              type -> type.primaryKey(field("id")).versioned().timestamped())
          .index("M", Index.value("unique", field("n")).unique().covering(field("id")))
          .index(
              "M",
              Index.value("sparse", concat(field("n"), field("id")))
                  .where(greaterOrEqual(field("n"), 7L)))
          .universalIndex(Index.count("all", field("n")).clearWhenZero().addedVersion(2))
          .formerIndex(new FormerIndex("old", 9, 1, 3))
          .build();

  private final TestDatabase test = new TestDatabase();
  private final Subspace subspace = new Subspace(new byte[] {'S'});

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void metaDataIsWrittenAsTheseRows() {
    test.run(context -> MetaDataStore.of(subspace).save(context, META_DATA));

    new GoldenFile("metadata").assertWritten(StoredRows.lines(test, subspace));
  }

  @Test
  void metaDataIsReadFromTheseRows() {
    StoredRows.plant(test, new GoldenFile("metadata").lines());

    RecordMetaData loaded = test.run(context -> MetaDataStore.of(subspace).load(context));

    assertEquals(META_DATA.indexes(), loaded.indexes());
    assertEquals(META_DATA.formerIndexes(), loaded.formerIndexes());
    assertArrayEquals(MetaDataCodec.encode(META_DATA), MetaDataCodec.encode(loaded));
  }
}
