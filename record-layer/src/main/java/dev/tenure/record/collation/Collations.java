package dev.tenure.record.collation;

import java.util.Locale;
import java.util.Optional;

/** The collations that key expressions may name. Safe for use by many threads. */
public interface Collations {

  /** The collation of a locale; empty when its language is not known. */
  Optional<Collation> find(Locale locale, CollationStrength strength);

  /**
   * The collations of {@link java.text.Collator}, with canonical decomposition: a letter with an
   * accent and the same letter followed by the accent are equal. A language is known when the JDK
   * has a collator for it; {@link Locale#ROOT} always is.
   */
  static Collations jdk() {
    return JdkCollations.INSTANCE;
  }
}
