package dev.tenure.embedded.transaction;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.tuple.Tuple;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a mapper's elements. */
class RecordMapperTest {
  private static final KeyValue ROW =
      new KeyValue(Tuple.from("index", 7, "record").pack(), Tuple.from("value").pack());

  @ParameterizedTest
  @CsvSource({
    "{{,{",
    "}},}",
    "{{x}},{x}",
    "a{{b,a{b",
    "{{{{,{{",
    "{{{,{{",
    "{{...}},{...}",
    "{{K[1]}},{K[1]}",
    "{K[1]}},{K[1]}",
    "{K[{{]},{K[{]}",
    "{{\u00e9,{\u00e9"
  })
  void literalWithDoubledBracesComesOutAsBytes(String element, String literal) {
    byte[] bytes = literal.getBytes(StandardCharsets.UTF_8);
    assertMapped(Tuple.from(bytes), Tuple.from(element));
    assertMapped(Tuple.from(bytes), Tuple.from(element.getBytes(StandardCharsets.UTF_8)));
    assertFalse(RecordMapper.parse(Tuple.from(element).pack()).isRange());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "{", "{x}", "{K[]}", "{V[]}", "{k[0]}", "{...", "\u00e9"})
  void otherLiteralsStayWhatTheyAre(String literal) {
    assertMapped(Tuple.from(literal), Tuple.from(literal));
    byte[] bytes = literal.getBytes(StandardCharsets.UTF_8);
    assertMapped(Tuple.from(bytes), Tuple.from(bytes));
  }

  @Test
  void elementsThatAreNoTextStayWhatTheyAre() {
    assertMapped(Tuple.from(5, null, true, 1.5), Tuple.from(5, null, true, 1.5));
  }

  @Test
  void referencesStandForElementsOfKeyAndValue() {
    assertMapped(Tuple.from("record", "value", 7), Tuple.from("{K[2]}", "{V[0]}", "{K[1]}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{K[x]}", "{K[3]}", "{V[1]}", "{K[-1]}"})
  void badIndexIsRefused(String element) {
    FDBException error = assertThrows(FDBException.class, () -> mapped(Tuple.from(element)));
    assertEquals(2030, error.getCode());
  }

  private static void assertMapped(Tuple expected, Tuple mapper) {
    assertArrayEquals(expected.pack(), mapped(mapper));
  }

  private static byte[] mapped(Tuple mapper) {
    return RecordMapper.parse(mapper.pack()).keyFor(ROW);
  }
}
