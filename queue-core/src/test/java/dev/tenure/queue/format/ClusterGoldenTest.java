package dev.tenure.queue.format;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.metadata.RecordMetaData;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rows of a cluster that are no records, and the definitions of those that are. */
final class ClusterGoldenTest {
  private static final Subspace ROOT = new Subspace("Tn".getBytes(StandardCharsets.US_ASCII));

  /** The version of a commit, which differs from run to run. */
  private static final String STAMP = "(0101)[0-9a-f]{20}";

  @Test
  void entriesNudgesAndSignalsAreWrittenAsTheseRows() {
    List<String> rows = new ArrayList<>();
    try (TestCluster test = TestCluster.start()) {
      test.run(tx -> tx.zone().enqueue(item("x").withId("a").withDelay(Duration.ofHours(1))));
      test.run(tx -> tx.zone().enqueue(item("x").withId("b").withDelay(Duration.ofSeconds(7))));
      for (int part = 3; part <= 5; part++) {
        for (KeyValue row : rows(test, part)) {
          rows.add(
              hex(row.getKey())
                  + " = "
                  + hex(row.getValue()).replaceAll(STAMP, "$1" + "00".repeat(10)));
        }
      }
    }
    new GoldenFile("cluster.hex").assertWritten(rows);
  }

  private static List<KeyValue> rows(TestCluster test, int part) {
    return join(
        test.database.run(
            context -> context.transaction().getRange(ROOT.range(Tuple.from(1, part))).asList()));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  @Test
  void definitionsOfTypesAndIndexesStay() {
    RecordMetaData metaData =
        RecordMetaData.builder().version(1).include(QueueSchema.part()).build();
    List<String> definitions = new ArrayList<>();
    for (RecordType type : metaData.recordTypes()) {
      definitions.add(type.typeKey() + " " + type.name() + " " + type);
    }
    for (Index index : metaData.indexes()) {
      definitions.add(index.subspaceKey() + " " + index.name() + " " + index);
    }
    new GoldenFile("schema.txt").assertWritten(definitions);
    assertEquals(15, definitions.size());
  }
}
