package dev.tenure.record.key;

import com.apple.foundationdb.tuple.Versionstamp;
import com.google.protobuf.ByteString;
import dev.tenure.record.limit.Surrogates;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules that every key expression must obey; they are checked when it is created. */
final class ExpressionRules {
  private static final Pattern FIELD_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern FUNCTION_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.]{0,99}");

  private ExpressionRules() {}

  static void requireFieldName(String name) {
    if (!FIELD_NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a key expression needs the name of a field, got \""
              + name
              + "\"; a field of a message inside is reached by nest");
    }
  }

  static String requireFunctionName(String name) {
    if (!FUNCTION_NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a function is named by 1 to 100 letters, digits, _ and ., a letter first, got \""
              + name
              + "\"");
    }
    return name;
  }

  static void requireCount(String what, int count, int min, int max) {
    if (count < min || count > max) {
      throw new IllegalArgumentException(
          what + " are " + count + ", expected " + min + " to " + max);
    }
  }

  static void requireCut(String what, KeyExpression whole, int column) {
    if (whole.prefix(column).isEmpty() || whole.subKey(column, whole.columnCount()).isEmpty()) {
      throw new IllegalArgumentException(
          what + " cannot cut " + whole + " before column " + column + " (from 0)");
    }
  }

  static void requireSize(String what, List<KeyExpression> parts, int columns) {
    int depth = 1;
    int count = 1;
    for (KeyExpression part : parts) {
      depth = Math.max(depth, 1 + depth(part));
      count += count(part);
      requireAtMost(what, depth, "deep", KeyExpression.DEPTH_MAX);
      requireAtMost(what, count, "expressions", KeyExpression.PARTS_MAX);
    }
    requireAtMost(what, columns, "columns", KeyExpression.COLUMNS_MAX);
  }

  private static void requireAtMost(String what, int value, String unit, int limit) {
    if (value > limit) {
      throw new IllegalArgumentException(
          "key expression " + what + " is " + value + " " + unit + ", the limit is " + limit);
    }
  }

  /** The sum of the columns of the parts. */
  static int columns(List<KeyExpression> parts) {
    return parts.stream().mapToInt(KeyExpression::columnCount).sum();
  }

  private static int depth(KeyExpression expression) {
    return 1 + expression.parts().stream().mapToInt(ExpressionRules::depth).max().orElse(0);
  }

  private static int count(KeyExpression expression) {
    return 1 + expression.parts().stream().mapToInt(ExpressionRules::count).sum();
  }

  /**
   * The columns before a cut that was checked; the whole expression when the cut is -1, which means
   * none.
   */
  static KeyExpression firstPart(KeyExpression expression, int cut) {
    return cut < 0 ? expression : expression.prefix(cut).orElseThrow();
  }

  /** The columns behind a cut that was checked; no columns when the cut is -1, which means none. */
  static KeyExpression lastPart(KeyExpression expression, int cut) {
    return cut < 0 ? Keys.empty() : expression.subKey(cut, expression.columnCount()).orElseThrow();
  }

  static void requireLiteral(@Nullable Object value) {
    if (value instanceof String text) {
      var unused = Surrogates.requireNone("literal", text);
      return;
    }
    boolean known =
        value instanceof Long
            || value instanceof Boolean
            || value instanceof Double
            || value instanceof ByteString
            || (value instanceof Versionstamp version && version.isComplete());
    if (value != null && !known) {
      throw new IllegalArgumentException(
          "literal of "
              + value.getClass().getName()
              + ", expected a Long, String, Boolean, Double, bytes, a complete Versionstamp or"
              + " null");
    }
  }

  static String literalText(@Nullable Object value) {
    if (value instanceof String text) {
      return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
    return value instanceof ByteString bytes
        ? "bytes " + HexFormat.of().formatHex(bytes.toByteArray())
        : String.valueOf(value);
  }
}
