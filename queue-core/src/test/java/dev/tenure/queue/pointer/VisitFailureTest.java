package dev.tenure.queue.pointer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import dev.tenure.queue.QueueException;
import dev.tenure.record.error.RecordLayerException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class VisitFailureTest {
  private static VisitFailure of(QueueException.Code code) {
    return VisitFailure.of(new QueueException(code, "planted"));
  }

  private static VisitFailure of(RecordLayerException.Code code) {
    return VisitFailure.of(new RecordLayerException(code, "planted"));
  }

  private static VisitFailure of(int code) {
    return VisitFailure.of(new CompletionException(new FDBException("planted", code)));
  }

  @Test
  void errorsOfTheDatabaseAreToldApartByTheirCodes() {
    assertEquals(VisitFailure.CONFLICT, of(1020));
    assertEquals(VisitFailure.UNWELL, of(1009));
    assertEquals(VisitFailure.DATABASE, of(2101));
    assertEquals(VisitFailure.DATABASE, of(QueueException.Code.CLUSTER_UNAVAILABLE));
  }

  @Test
  void aStoreIsToBlameWhenItIsDamagedLockedOrGone() {
    assertEquals(VisitFailure.STORE, of(QueueException.Code.CORRUPT));
    assertEquals(VisitFailure.STORE, of(QueueException.Code.TENANT_NOT_FOUND));
    assertEquals(VisitFailure.STORE, of(RecordLayerException.Code.DAMAGED));
    assertEquals(VisitFailure.STORE, of(RecordLayerException.Code.STORE_LOCKED));
  }

  @Test
  void allElseIsWhatThisProcessCannotRead() {
    assertEquals(VisitFailure.UNABLE, of(QueueException.Code.APPLICATION_NOT_FOUND));
    assertEquals(VisitFailure.UNABLE, of(RecordLayerException.Code.UNIQUENESS_VIOLATION));
    assertEquals(VisitFailure.UNABLE, VisitFailure.of(new IllegalStateException("planted")));
  }

  @Test
  void aPointerIsGivenBackUnlessNobodyWouldFareBetter() {
    assertTrue(VisitFailure.CONFLICT.givesBack());
    assertTrue(VisitFailure.UNWELL.givesBack());
    assertTrue(VisitFailure.UNABLE.givesBack());
    assertFalse(VisitFailure.DATABASE.givesBack());
    assertFalse(VisitFailure.STORE.givesBack());
  }
}
