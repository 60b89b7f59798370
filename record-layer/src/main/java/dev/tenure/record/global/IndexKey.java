package dev.tenure.record.global;

import java.util.Comparator;

/**
 * The key of an index record. An alternate key has one index record. A secondary key that many
 * records may own has one for each owner, so that two owners never contend.
 *
 * @param member empty for an alternate key; the owner's primary key for a shared one
 */
public record IndexKey(SecondaryKey key, String member) implements Comparable<IndexKey> {
  private static final Comparator<IndexKey> ORDER =
      Comparator.comparing(IndexKey::key).thenComparing(IndexKey::member, Utf8Order::compare);

  public static IndexKey alternate(SecondaryKey key) {
    return new IndexKey(key, "");
  }

  public static IndexKey shared(SecondaryKey key, PrimaryKey owner) {
    return new IndexKey(key, owner.value());
  }

  @Override
  public int compareTo(IndexKey other) {
    return ORDER.compare(this, other);
  }
}
