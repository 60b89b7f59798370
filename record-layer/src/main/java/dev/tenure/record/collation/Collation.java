package dev.tenure.record.collation;

/** An order of texts. Safe for use by many threads. */
public interface Collation {

  /**
   * Bytes that, compared as unsigned, have the order of the texts. Texts that the collation treats
   * as equal have equal bytes.
   */
  byte[] key(String text);

  /**
   * A number that differs when the keys of some text differ, for example under another version of
   * the library that has the rules. Constant within one process.
   */
  int fingerprint();
}
