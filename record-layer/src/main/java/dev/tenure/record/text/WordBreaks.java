package dev.tenure.record.text;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;

/** Finds the words of one decomposed text, for {@link WordTokenizer}. */
final class WordBreaks {
  private static final int NOTHING = -1;
  private static final int ZERO_WIDTH_SPACE = 0x200B;
  private static final int TURNED_COMMA = 0x2BB;
  private static final int APOSTROPHE = 0x2BC;
  private static final int TATWEEL = 0x640;
  private static final int PROLONGED_SOUND = 0x30FC;
  private static final int CLOCKS_BEGIN = 0x231A;
  private static final int CLOCKS_END = 0x23FF;
  private static final int PICTOGRAPHS_BEGIN = 0x2600;

  private final List<Token> tokens = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private int base = NOTHING;
  private boolean alone;

  List<Token> tokens(String text) {
    String decomposed = Normalizer.normalize(text, Normalizer.Form.NFKD);
    for (int at = 0; at < decomposed.length(); ) {
      int next = decomposed.codePointAt(at);
      at += Character.charCount(next);
      take(next);
    }
    end();
    return tokens;
  }

  private void take(int next) {
    switch (Character.getType(next)) {
      case Character.UPPERCASE_LETTER,
          Character.LOWERCASE_LETTER,
          Character.TITLECASE_LETTER,
          Character.MODIFIER_LETTER,
          Character.OTHER_LETTER,
          Character.DECIMAL_DIGIT_NUMBER,
          Character.LETTER_NUMBER,
          Character.OTHER_NUMBER ->
          letter(next);
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.COMBINING_SPACING_MARK ->
          mark(next);
      case Character.FORMAT -> {
        if (next == ZERO_WIDTH_SPACE) {
          end();
        }
      }
      case Character.OTHER_SYMBOL -> symbol(next);
      default -> end();
    }
  }

  private void letter(int next) {
    if (next == TATWEEL) {
      return;
    }
    if (next == TURNED_COMMA || next == APOSTROPHE) {
      end();
      return;
    }
    boolean single = isWrittenWithoutSpaces(next);
    if (single || alone) {
      end();
    }
    String folded = Folding.character(next);
    word.append(folded);
    base = folded.codePointBefore(folded.length());
    alone = single;
  }

  /** A mark belongs to what is before it; without that it is nothing. */
  private void mark(int next) {
    if (base != NOTHING && Folding.keepsMark(base, next)) {
      word.appendCodePoint(next);
    }
  }

  private void symbol(int next) {
    end();
    if (next >= PICTOGRAPHS_BEGIN || (next >= CLOCKS_BEGIN && next <= CLOCKS_END)) {
      word.appendCodePoint(next);
      end();
    }
  }

  private void end() {
    if (word.length() > 0) {
      String composed = Normalizer.normalize(word, Normalizer.Form.NFC);
      tokens.add(new Token(TokenSize.cut(composed), tokens.size()));
      word.setLength(0);
    }
    base = NOTHING;
    alone = false;
  }

  private static boolean isWrittenWithoutSpaces(int character) {
    return character == PROLONGED_SOUND
        || switch (UnicodeScript.of(character)) {
          case HAN, HIRAGANA, KATAKANA, BOPOMOFO, THAI, LAO, KHMER, MYANMAR, YI -> true;
          default -> false;
        };
  }
}
