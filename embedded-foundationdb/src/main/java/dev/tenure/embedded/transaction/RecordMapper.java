package dev.tenure.embedded.transaction;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.commit.FdbErrors;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The tuple that maps an index row to the keys of its records. An element <code>{K[n]}</code>
 * stands for the n-th element of the row's key, and <code>{V[n]}</code> for the n-th of its value.
 * A last element <code>{...} </code> stands for all keys that begin with the elements before it. An
 * element with doubled braces stands for bytes, with single braces in their place; a cluster gives
 * bytes for text, too.
 */
final class RecordMapper {
  private static final Pattern REFERENCE = Pattern.compile("\\{([KV])\\[(.+)]}");
  private static final String REST = "{...}";

  private final List<Element> elements;
  private final boolean range;

  /** One element of the mapped key; computes its value for an index row. */
  private interface Element {
    Object of(KeyValue row);
  }

  private RecordMapper(List<Element> elements, boolean range) {
    this.elements = elements;
    this.range = range;
  }

  /** Parses a mapper; fails with 2043, 2030 or 2032 when the bytes are not a mapper. */
  static RecordMapper parse(byte[] mapper) {
    List<Object> parts = unpack(mapper, FdbErrors.MAPPER_NOT_TUPLE).getItems();
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      if (REST.equals(textOf(parts.get(i)))) {
        if (i < parts.size() - 1) {
          throw FdbErrors.exception(FdbErrors.MAPPER_BAD_RANGE_DESCRIPTOR);
        }
        return new RecordMapper(elements, true);
      }
      elements.add(element(parts.get(i)));
    }
    return new RecordMapper(elements, false);
  }

  private static Element element(Object part) {
    byte[] unescaped = unescaped(part);
    if (unescaped != null) {
      return row -> unescaped;
    }
    Matcher reference = REFERENCE.matcher(textOf(part));
    if (!reference.matches()) {
      return row -> part;
    }
    int index = index(reference.group(2));
    return reference.group(1).equals("K")
        ? row -> item(unpack(row.getKey(), FdbErrors.KEY_NOT_TUPLE), index)
        : row -> item(unpack(row.getValue(), FdbErrors.VALUE_NOT_TUPLE), index);
  }

  /** The bytes of an element with doubled braces, otherwise null. */
  private static byte @Nullable [] unescaped(Object part) {
    String text = textOf(part);
    String plain = text.replace("{{", "{").replace("}}", "}");
    if (plain.equals(text)) {
      return null;
    }
    return plain.getBytes(
        part instanceof byte[] ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
  }

  /** The text of an element that is a text, otherwise the empty text. */
  private static String textOf(Object part) {
    if (part instanceof byte[] bytes) {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
    return part instanceof String text ? text : "";
  }

  private static int index(String digits) {
    try {
      return Integer.parseUnsignedInt(digits);
    } catch (NumberFormatException notANumber) {
      throw FdbErrors.exception(FdbErrors.MAPPER_BAD_INDEX);
    }
  }

  /** Whether the mapped key is the prefix of a range. */
  boolean isRange() {
    return range;
  }

  byte[] keyFor(KeyValue row) {
    Tuple key = new Tuple();
    for (Element element : elements) {
      key = key.addObject(element.of(row));
    }
    return key.pack();
  }

  private static Object item(Tuple tuple, int index) {
    if (index < 0 || index >= tuple.size()) {
      throw FdbErrors.exception(FdbErrors.MAPPER_BAD_INDEX);
    }
    return tuple.get(index);
  }

  private static Tuple unpack(byte[] packed, int code) throws FDBException {
    try {
      Tuple tuple = Tuple.fromBytes(packed);
      tuple.getItems();
      return tuple;
    } catch (IllegalArgumentException notATuple) {
      throw FdbErrors.exception(code);
    }
  }
}
