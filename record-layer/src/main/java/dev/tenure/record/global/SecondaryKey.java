package dev.tenure.record.global;

import java.util.Comparator;

/**
 * A secondary key of a data record, such as an e-mail address. A secondary key that at most one
 * record may own is an <em>alternate key</em> (the paper's ak); {@link KeyDefinition} tells which
 * it is. The value may be personal data: {@link #toString} and error messages give the name alone.
 * Keys are ordered by the bytes of name and value in UTF-8.
 *
 * @param name of the kind of key, such as {@code email}
 */
public record SecondaryKey(String name, String value) implements Comparable<SecondaryKey> {
  private static final Comparator<SecondaryKey> ORDER =
      Comparator.comparing(SecondaryKey::name, Utf8Order::compare)
          .thenComparing(SecondaryKey::value, Utf8Order::compare);

  public SecondaryKey {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("the name of the secondary key is empty");
    }
  }

  @Override
  public int compareTo(SecondaryKey other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return name;
  }
}
