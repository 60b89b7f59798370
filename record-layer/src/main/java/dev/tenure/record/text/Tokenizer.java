package dev.tenure.record.text;

import java.util.List;

/**
 * Divides texts into tokens. Index definitions name a tokenizer and its version, and entries are
 * found again by dividing the text again. So the same name, version and mode must always give the
 * same tokens for a text, in every process. A change of the tokens requires a new version.
 * Immutable, and safe for use by many threads.
 */
public interface Tokenizer {

  /** The purpose of tokens. */
  enum Mode {
    /** The tokens are stored: all tokens by which the text can be found. */
    INDEX,
    /** The tokens are searched for: all tokens that a text must contain. */
    QUERY
  }

  /**
   * The name of the tokenizer in index definitions. The name is stored, so it must never change.
   */
  String name();

  /**
   * The lowest version that this tokenizer supports. Raise it only when no store has entries of a
   * lower version: such entries could not be removed from an index any more.
   */
  int versionMin();

  /** The highest version that this tokenizer supports. */
  int versionMax();

  /**
   * The tokens of a text, in the order of their positions.
   *
   * @param text any text; it may be empty, and may contain any characters
   * @param version from {@link #versionMin()} to {@link #versionMax()}
   */
  List<Token> tokens(String text, int version, Mode mode);
}
