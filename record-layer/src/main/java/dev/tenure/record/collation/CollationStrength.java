package dev.tenure.record.collation;

import java.text.Collator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The differences between two texts that a collation distinguishes. Each strength also
 * distinguishes what the strengths before it do.
 */
public enum CollationStrength {
  /** Base letters: "a" and "b" differ, "a", "A" and "\u00e4" do not. */
  PRIMARY(Collator.PRIMARY),
  /** Accents: "a" and "\u00e4" differ. */
  SECONDARY(Collator.SECONDARY),
  /** Case: "a" and "A" differ. */
  TERTIARY(Collator.TERTIARY),
  /**
   * Any difference of characters; two encodings of one character, composed and decomposed, are
   * equal.
   */
  IDENTICAL(Collator.IDENTICAL);

  private final int code;

  CollationStrength(int code) {
    this.code = code;
  }

  /**
   * The number that stands for the strength in key expressions: the constant of {@link Collator}.
   */
  public int code() {
    return code;
  }

  /** The strength with a number; empty when no strength has it. */
  public static Optional<CollationStrength> of(long code) {
    return Stream.of(values()).filter(each -> each.code == code).findFirst();
  }
}
