package dev.tenure.record.index.text;

import java.util.concurrent.CompletableFuture;

/**
 * A sequence of records, in the order of their keys or in reverse. A record is identified by the
 * bytes of an entry's key that follow the token. For use by one caller, which waits for each move
 * and closes the postings.
 */
interface Postings {

  /**
   * Moves to the first record that the bound admits, which may be the current one. Bounds never go
   * back. A move that stops because of the budget has passed the bound.
   */
  CompletableFuture<Step> advance(Bound bound);

  /** The positions in the current record, ascending. */
  int[] positions();

  /** Stops reading ahead. */
  void close();
}
