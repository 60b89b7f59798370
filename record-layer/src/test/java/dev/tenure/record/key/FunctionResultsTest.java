package dev.tenure.record.key;

import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.function;
import static dev.tenure.record.key.Keys.list;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.test.Rich;
import dev.tenure.record.tuple.PackedTuples;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a client's function gives must be readable out of a key again. */
final class FunctionResultsTest {

  /** A function without arguments that always gives the same. */
  private record Giving(Object result) implements KeyFunction {
    @Override
    public String name() {
      return "giving";
    }

    @Override
    public Signature signature() {
      return Signature.of(List.of(), ValueType.ANY);
    }

    @Override
    public List<List<@Nullable Object>> evaluate(List<@Nullable Object> arguments) {
      return List.of(List.of(result));
    }
  }

  private static Object lists(int levels) {
    Object value = 1L;
    for (int i = 0; i < levels; i++) {
      value = List.of(value);
    }
    return value;
  }

  private static byte[] key(Object result, KeyExpression expression) {
    KeyFunctions functions = KeyFunctions.builtIn().with(new Giving(result));
    return KeyEvaluator.bind(expression, Rich.getDescriptor(), 1, functions)
        .evaluateOne(Rich.getDefaultInstance())
        .pack();
  }

  private static void assertRefused(Object result, KeyExpression expression, String words) {
    RecordLayerException refused =
        assertThrows(RecordLayerException.class, () -> key(result, expression));
    assertEquals(Code.KEY_NOT_COMPUTABLE, refused.code());
    assertTrue(refused.toString().contains(words), refused.getMessage());
  }

  @Test
  void listsThatAreNestedDeeperThanAKeyIsReadAreRefused() {
    KeyExpression plain = function("giving", empty());
    KeyExpression listed = list(list(plain));

    assertTrue(PackedTuples.unpack(key(lists(64), plain), 0).isPresent());
    assertTrue(PackedTuples.unpack(key(lists(62), listed), 0).isPresent());
    assertRefused(lists(65), plain, "nested deeper than 64");
    assertRefused(lists(63), listed, "nested deeper than 64");
    assertRefused(lists(5_000), plain, "nested deeper than 64");
  }

  @Test
  void halfACharacterIsRefused() {
    assertRefused("a\uD83D", function("giving", empty()), "an unpaired surrogate at 1");
    assertRefused(List.of("a\uDE00"), function("giving", empty()), "an unpaired surrogate at 1");
  }
}
