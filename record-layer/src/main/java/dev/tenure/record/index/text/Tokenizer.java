package dev.tenure.record.index.text;

import java.util.List;

/**
 * Makes tokens of texts. Known by name in index definitions, so that its behaviour is stored data:
 * one name, version and mode must give equal tokens for equal texts, today, tomorrow and in every
 * process. What changes tokens is a new version. Immutable, and safe for use by many threads.
 */
public interface Tokenizer {

  /** What tokens are made for. */
  enum Mode {
    /** To be stored: all by which a text is to be found. */
    INDEX,
    /** To be searched for: all that a text must have. */
    QUERY
  }

  /** The name that index definitions give; never changed, since it is stored. */
  String name();

  /**
   * The lowest version this can still make tokens of. Raised only when no store has entries of a
   * lower one: they could not be taken out of an index any more.
   */
  int versionMin();

  /** The highest version this can make tokens of. */
  int versionMax();

  /**
   * The tokens of a text, in the order of their positions.
   *
   * @param text any, also empty, and with characters of every kind
   * @param version from {@link #versionMin()} to {@link #versionMax()}
   */
  List<Token> tokens(String text, int version, Mode mode);
}
