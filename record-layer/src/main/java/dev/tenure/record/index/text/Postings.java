package dev.tenure.record.index.text;

import java.util.concurrent.CompletableFuture;

/**
 * Records in the order of their keys behind the token, forward or reverse. A record is known by
 * those bytes. For one caller, who waits for each move and closes them.
 */
interface Postings {

  /**
   * Moves to the first record that the bound admits; stays when that is the present one. Bounds
   * never go back. Gets beyond the bound before it stops for the budget.
   */
  CompletableFuture<Step> advance(Bound bound);

  /** The positions in the record that has been found, ascending. */
  int[] positions();

  /** Ends reading ahead. */
  void close();
}
