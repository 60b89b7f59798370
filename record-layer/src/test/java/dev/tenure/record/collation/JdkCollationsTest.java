package dev.tenure.record.collation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.text.Collator;
import java.text.RuleBasedCollator;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("punctual") // needs no database
final class JdkCollationsTest {
  private static Collation find(Locale locale, CollationStrength strength) {
    return Collations.jdk().find(locale, strength).orElseThrow();
  }

  private static int compare(Collation collation, String one, String other) {
    return Integer.signum(Arrays.compareUnsigned(collation.key(one), collation.key(other)));
  }

  @Test
  void keysAreInTheOrderOfTheCollator() throws Exception {
    List<String> texts =
        List.of(
            "",
            "a",
            "A",
            "\u00e4",
            "a\u0308",
            "ab",
            "z",
            "\u00f6",
            "o",
            "-",
            "a-b",
            "\ud83d\ude00");
    for (Locale locale : List.of(Locale.ROOT, Locale.GERMAN, Locale.forLanguageTag("sv"))) {
      for (CollationStrength strength : CollationStrength.values()) {
        Collator collator = Collator.getInstance(locale);
        collator.setStrength(strength.code());
        collator.setDecomposition(Collator.CANONICAL_DECOMPOSITION);
        for (String one : texts) {
          for (String other : texts) {
            assertEquals(
                Integer.signum(collator.compare(one, other)),
                compare(find(locale, strength), one, other),
                locale + " " + strength + " " + one + " " + other);
          }
        }
      }
    }
  }

  @Test
  void strengthsTellMoreAndMoreApart() {
    Locale locale = Locale.ENGLISH;
    assertArrayEquals(
        find(locale, CollationStrength.PRIMARY).key("a"),
        find(locale, CollationStrength.PRIMARY).key("\u00c4"));
    assertEquals(-1, compare(find(locale, CollationStrength.SECONDARY), "a", "\u00e4"));
    assertEquals(0, compare(find(locale, CollationStrength.SECONDARY), "a", "A"));
    assertEquals(-1, compare(find(locale, CollationStrength.TERTIARY), "a", "A"));
    for (CollationStrength strength : CollationStrength.values()) {
      assertEquals(Optional.of(strength), CollationStrength.of(strength.code()));
    }
    assertEquals(Optional.empty(), CollationStrength.of(1L << 32));
  }

  @Test
  void languagesHaveOrdersOfTheirOwn() {
    assertEquals(-1, compare(find(Locale.GERMAN, CollationStrength.PRIMARY), "\u00f6", "z"));
    assertEquals(
        1, compare(find(Locale.forLanguageTag("sv"), CollationStrength.PRIMARY), "\u00f6", "z"));
    assertNotEquals(
        find(Locale.GERMAN, CollationStrength.PRIMARY).fingerprint(),
        find(Locale.forLanguageTag("sv"), CollationStrength.PRIMARY).fingerprint());
  }

  @Test
  void languageThatTheJdkDoesNotKnowHasNone() {
    assertTrue(
        Collations.jdk().find(Locale.forLanguageTag("tlh"), CollationStrength.PRIMARY).isEmpty());
  }

  @Test
  void fingerprintTellsRulesApartAndIsOtherwiseTheSame() throws Exception {
    RuleBasedCollator rules = (RuleBasedCollator) Collator.getInstance(Locale.ROOT);
    rules.setDecomposition(Collator.CANONICAL_DECOMPOSITION);
    int fingerprint = new JdkCollation(rules).fingerprint();

    assertEquals(
        fingerprint, new JdkCollation(new RuleBasedCollator(rules.getRules())).fingerprint());
    assertNotEquals(
        fingerprint,
        new JdkCollation(new RuleBasedCollator(rules.getRules() + "& a < \u0bf0")).fingerprint());
  }

  @Test
  void fingerprintTellsApartHowTheSameRulesAreRead() {
    RuleBasedCollator one = (RuleBasedCollator) Collator.getInstance(Locale.ROOT);
    RuleBasedCollator other = (RuleBasedCollator) Collator.getInstance(Locale.ROOT);
    other.setDecomposition(Collator.FULL_DECOMPOSITION);
    one.setDecomposition(Collator.NO_DECOMPOSITION);

    assertEquals(one.getRules(), other.getRules());
    assertNotEquals(new JdkCollation(one).fingerprint(), new JdkCollation(other).fingerprint());
  }
}
