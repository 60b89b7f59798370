package dev.tenure.record.collation;

/** An order of texts. Safe for use by many threads. */
public interface Collation {

  /**
   * Bytes whose order, compared as unsigned, is that of the texts. Texts that the collation does
   * not tell apart have equal bytes.
   */
  byte[] key(String text);

  /**
   * A number that is another where the keys of some text are others: in another version of the
   * library that has the rules, say. Always the same in one process.
   */
  int fingerprint();
}
