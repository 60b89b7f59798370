package dev.tenure.embedded.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.embedded.LogLines;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

class DiskOutageTest {
  private static final String FULL =
      "WARNING the disk of /data/a is full: 1,024 bytes are free, 70,000 bytes were to be written;"
          + " commits fail and reads go on until there is room for a log and a table, some 200 MB";
  private static final String WELL = "INFO /data/a takes writes again: 1,024 bytes are free";

  private final LogLines lines = new LogLines();
  private long free = 1024;
  private final DiskOutage outage = new DiskOutage("/data/a", () -> free);

  @AfterEach
  void leave() {
    lines.close();
  }

  @Test
  void saysOnceThatTheDiskIsFullAndOnceThatItIsNot() {
    for (int i = 0; i < 5; i++) {
      outage.failed(noSpace(), 70_000);
    }
    assertEquals(List.of(FULL), lines.all());
    for (int i = 0; i < 5; i++) {
      outage.written(DiskOutage.BYTES_PROVEN_MAX);
    }
    assertEquals(List.of(FULL, WELL), lines.all());
    outage.failed(noSpace(), 70_000);
    assertEquals(List.of(FULL, WELL, FULL), lines.all());
  }

  @Test
  void diskThatTakesFewBytesAndRefusesMoreIsStillFull() {
    for (int i = 0; i < 5; i++) {
      outage.failed(noSpace(), 70_000);
      outage.written(DiskOutage.BYTES_PROVEN_MAX - 1);
    }
    assertEquals(List.of(FULL), lines.all());
    outage.written(1);
    assertEquals(List.of(FULL, WELL), lines.all());
  }

  @Test
  void fewBytesThatWereRefusedProveItWhenTheyAreWritten() {
    outage.failed(noSpace(), 15);
    outage.written(15);
    assertEquals(2, lines.all().size());
  }

  @Test
  void otherFailuresNameTheirCause() {
    free = -1;
    outage.failed(new StorageException("cannot sync /data/a: IO error"), 15);
    assertEquals(
        List.of(
            "WARNING cannot sync /data/a: IO error (how much is free is not known); commits fail"
                + " and reads go on, and if this does not end the database must be opened again"),
        lines.all());
  }

  @Test
  void writesThatSucceedNeedNoWords() {
    outage.written(1);
    assertEquals(List.of(), lines.all());
  }

  private static StorageException noSpace() {
    Status status = new Status(Status.Code.IOError, Status.SubCode.NoSpace, "no space left");
    return StorageException.of("cannot write", new RocksDBException("full", status));
  }
}
