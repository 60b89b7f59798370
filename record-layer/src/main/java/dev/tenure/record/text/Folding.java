package dev.tenure.record.text;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;

/**
 * The characters that version 1 of the default tokenizer treats as equal. Letters are compared
 * without case. Latin, Greek, Arabic and Hebrew letters are compared without marks. Cyrillic
 * letters are compared without marks that do not make a separate letter, and {@code ё} equals
 * {@code е}. Decimal digits of all scripts are equal. Marks of other scripts are part of the word.
 */
final class Folding {
  private static final int DIAERESIS = 0x308;
  private static final int CYRILLIC_IE = 'е';

  private Folding() {}

  /** The folded form of a letter or digit of a decomposed text. */
  static String character(int character) {
    int digit =
        Character.getType(character) == Character.DECIMAL_DIGIT_NUMBER
            ? Character.digit(character, 10)
            : -1;
    if (digit >= 0) {
      return String.valueOf(digit);
    }
    int lower = Character.toLowerCase(Character.toUpperCase(character));
    return switch (lower) {
      case 'ß' -> "ss";
      case 'æ' -> "ae";
      case 'œ' -> "oe";
      case 'ø' -> "o";
      case 'đ', 'ð' -> "d";
      case 'ħ' -> "h";
      case 'ł' -> "l";
      case 'ŧ' -> "t";
      case 'þ' -> "th";
      default -> Character.toString(lower);
    };
  }

  /**
   * Whether a mark is kept.
   *
   * @param base the folded character to which the mark belongs
   */
  static boolean keepsMark(int base, int mark) {
    return switch (UnicodeScript.of(base)) {
      case LATIN, GREEK, ARABIC, HEBREW, COMMON, INHERITED -> false;
      case CYRILLIC -> !(base == CYRILLIC_IE && mark == DIAERESIS) && composes(base, mark);
      default -> true;
    };
  }

  private static boolean composes(int base, int mark) {
    String both = Character.toString(base) + Character.toString(mark);
    String composed = Normalizer.normalize(both, Normalizer.Form.NFC);
    return composed.codePointCount(0, composed.length()) == 1;
  }
}
