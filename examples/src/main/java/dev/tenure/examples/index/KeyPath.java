package dev.tenure.examples.index;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Parses a subspace in the form that a shell uses: the elements of its tuple between slashes.
 * Digits are an integer. Any other element is a string, and so is the text after {@code string:}.
 */
final class KeyPath implements ITypeConverter<Subspace> {
  private static final String STRING = "string:";

  @Override
  public Subspace convert(String value) {
    Tuple tuple = new Tuple();
    for (String element : value.split("/", -1)) {
      if (element.isEmpty()) {
        throw new TypeConversionException(
            "'" + value + "' is no path: expected elements between slashes, as in shop/7/book");
      }
      tuple = add(tuple, element);
    }
    return new Subspace(tuple);
  }

  private static Tuple add(Tuple tuple, String element) {
    if (!element.matches("-?[0-9]{1,18}")) {
      return tuple.add(element.startsWith(STRING) ? element.substring(STRING.length()) : element);
    }
    return tuple.add(Long.parseLong(element));
  }
}
