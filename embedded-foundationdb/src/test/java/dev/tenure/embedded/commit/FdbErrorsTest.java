package dev.tenure.embedded.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.apple.foundationdb.FDBException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.junit.jupiter.api.Test;

class FdbErrorsTest {

  @Test
  void everyCodeHasAMessageOfItsOwn() throws IllegalAccessException {
    for (Field field : FdbErrors.class.getFields()) {
      if (Modifier.isStatic(field.getModifiers()) && field.getType() == int.class) {
        int code = field.getInt(null);
        assertNotEquals("UNKNOWN_ERROR", FdbErrors.message(code), field.getName());
      }
    }
  }

  @Test
  void exceptionCarriesCodeAndMessage() {
    FDBException error = FdbErrors.exception(1007);
    assertEquals(1007, error.getCode());
    assertEquals("Transaction is too old to perform reads or be committed", error.getMessage());
  }

  @Test
  void unknownCodeHasFoundationDbsPlaceholder() {
    assertEquals("UNKNOWN_ERROR", FdbErrors.message(1999));
    assertEquals("UNKNOWN_ERROR", FdbErrors.message(2999));
    assertEquals("UNKNOWN_ERROR", FdbErrors.message(9));
  }
}
