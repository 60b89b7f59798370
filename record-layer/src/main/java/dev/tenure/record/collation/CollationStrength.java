package dev.tenure.record.collation;

import java.text.Collator;
import java.util.Optional;
import java.util.stream.Stream;

/** Which differences between two texts a collation sees; each sees those before it, too. */
public enum CollationStrength {
  /** Base letters: "a" and "b" differ, "a", "A" and "\u00e4" do not. */
  PRIMARY(Collator.PRIMARY),
  /** Accents: "a" and "\u00e4" differ. */
  SECONDARY(Collator.SECONDARY),
  /** Case: "a" and "A" differ. */
  TERTIARY(Collator.TERTIARY),
  /** Any difference of characters, but not of how one is composed. */
  IDENTICAL(Collator.IDENTICAL);

  private final int code;

  CollationStrength(int code) {
    this.code = code;
  }

  /** The number that stands for it in key expressions; that of {@link Collator}. */
  public int code() {
    return code;
  }

  /** The strength of a number, when there is one. */
  public static Optional<CollationStrength> of(long code) {
    return Stream.of(values()).filter(each -> each.code == code).findFirst();
  }
}
