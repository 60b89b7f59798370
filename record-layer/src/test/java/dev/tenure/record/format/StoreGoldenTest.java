package dev.tenure.record.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.TestDatabase;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All rows of small stores, written and read. */
final class StoreGoldenTest {
  /** Stands in the files for the version of the commit, which differs from run to run. */
  private static final String STAMP = "0102030405060708" + "090a";

  private final TestDatabase writing = new TestDatabase();
  private final TestDatabase reading = new TestDatabase();

  @AfterEach
  void close() {
    writing.close();
    reading.close();
  }

  static List<StoreShapes.Shape> shapes() {
    return StoreShapes.all();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void storeIsWrittenAsTheseRows(StoreShapes.Shape shape) {
    String stamp = HexFormat.of().formatHex(StoredRows.fill(writing, shape));

    List<String> rows = StoredRows.lines(writing, StoredRows.SUBSPACE);

    new GoldenFile(shape.name())
        .assertWritten(rows.stream().map(row -> row.replace(stamp, STAMP)).toList());
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void storeIsReadFromTheseRows(StoreShapes.Shape shape) {
    String stamp = HexFormat.of().formatHex(StoredRows.fill(writing, shape));
    List<String> golden = new GoldenFile(shape.name()).lines();
    StoredRows.plant(reading, golden.stream().map(line -> line.replace(STAMP, stamp)).toList());

    List<String> read = StoredRows.everything(reading, shape.metaData());

    assertEquals(StoredRows.everything(writing, shape.metaData()), read);
    assertTrue(read.size() > 2, read::toString);
  }
}
