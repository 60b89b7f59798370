package dev.tenure.consumer.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.FDBException;
import dev.tenure.consumer.batch.CulpritException;
import dev.tenure.consumer.end.EffectsException;
import dev.tenure.consumer.end.GivenUpException;
import dev.tenure.consumer.fixture.Misbehaviour;
import dev.tenure.record.error.RecordLayerException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseTroubleTest {
  @ParameterizedTest
  @CsvSource({
    "1007, TOO_OLD",
    "1009, UNWELL",
    "1020, CONFLICT",
    "1021, UNWELL",
    "1025, UNWELL",
    "1031, UNWELL",
    "1037, UNWELL",
    "1038, UNWELL",
    "1510, UNWELL",
    "2000, REFUSED",
    "2101, REFUSED",
    "2103, REFUSED"
  })
  void aCodeTellsTheKind(int code, DatabaseTrouble kind) {
    FDBException error = new FDBException("planted", code);
    assertEquals(kind, DatabaseTrouble.of(error));
    assertEquals(kind, DatabaseTrouble.of(new CompletionException(error)));
    assertEquals(kind, DatabaseTrouble.of(new IllegalStateException("other", error)));
  }

  @Test
  void withoutACodeItIsTheApplicationsUnlessNothingRunsOrAnswers() {
    assertEquals(
        DatabaseTrouble.NONE,
        DatabaseTrouble.of(
            new RecordLayerException(RecordLayerException.Code.UNIQUENESS_VIOLATION, "duplicate")));
    assertEquals(DatabaseTrouble.NONE, DatabaseTrouble.of(new StackOverflowError()));
    assertEquals(DatabaseTrouble.NONE, DatabaseTrouble.of(new Misbehaviour.Unprintable()));
    assertEquals(DatabaseTrouble.UNWELL, DatabaseTrouble.of(new RejectedExecutionException()));
    assertEquals(
        DatabaseTrouble.UNWELL,
        DatabaseTrouble.of(
            new RecordLayerException(RecordLayerException.Code.TIMED_OUT, "no answer")));
  }

  /** What is wrong in a write that is blamed says nothing of the database. */
  @Test
  void whatACulpritHasDoneIsNoCause() {
    FDBException error = new FDBException("planted", 1020);
    assertEquals(DatabaseTrouble.NONE, DatabaseTrouble.of(new CulpritException(3, true, error)));
    assertEquals(DatabaseTrouble.NONE, DatabaseTrouble.of(new EffectsException(error)));
    assertEquals(DatabaseTrouble.NONE, DatabaseTrouble.of(new GivenUpException(error)));
  }
}
