package dev.tenure.record.collation;

import java.text.Collator;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The collations of the JDK. */
final class JdkCollations implements Collations {
  static final JdkCollations INSTANCE = new JdkCollations();

  private final Set<String> languages =
      Stream.of(Collator.getAvailableLocales())
          .map(Locale::getLanguage)
          .collect(Collectors.toCollection(TreeSet::new));

  private JdkCollations() {}

  /**
   * Finds a collation. Each call makes a new collator, because threads that share one contend for
   * its lock.
   */
  @Override
  public Optional<Collation> find(Locale locale, CollationStrength strength) {
    if (!locale.getLanguage().isEmpty() && !languages.contains(locale.getLanguage())) {
      return Optional.empty();
    }
    Collator collator = Collator.getInstance(locale);
    collator.setStrength(strength.code());
    collator.setDecomposition(Collator.CANONICAL_DECOMPOSITION);
    return Optional.of(new JdkCollation(collator));
  }
}
