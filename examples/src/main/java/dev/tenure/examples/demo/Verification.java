package dev.tenure.examples.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * The content of the stores after the work, and the content that the input requires.
 *
 * @param notesSaved the number of Note records, without aborted ones
 * @param itemsEnqueued the number of index-note items: those completed, and those in a zone or set
 *     aside
 * @param itemsCompleted the number of completed items in the tenants' statistics, which change only
 *     with a completion
 * @param wordsCounted the number of words that the handlers counted
 * @param wordsExpected the number of words in the input
 * @param abortedLeftovers the number of notes of transactions that were aborted on purpose
 * @param zonesLeft the number of zones that still hold items
 * @param pointersLeft the number of pointers in the top-level queues
 */
record Verification(
    long tenants,
    long notesSaved,
    long itemsEnqueued,
    long itemsCompleted,
    long wordsCounted,
    long wordsExpected,
    long abortedLeftovers,
    long zonesLeft,
    long pointersLeft,
    long itemsExpected) {

  /** A check and whether it holds. */
  record Check(String name, String found, boolean holds) {}

  List<Check> checks() {
    List<Check> checks = new ArrayList<>();
    checks.add(
        new Check(
            "notes saved = paragraphs of the run",
            notesSaved + " = " + itemsExpected,
            notesSaved == itemsExpected));
    checks.add(
        new Check(
            "items enqueued = completed",
            itemsEnqueued + " = " + itemsCompleted,
            itemsEnqueued == itemsCompleted && itemsEnqueued == itemsExpected));
    checks.add(
        new Check(
            "words counted = words of the input",
            wordsCounted + " = " + wordsExpected,
            wordsCounted == wordsExpected));
    checks.add(
        new Check(
            "aborted transactions left nothing",
            abortedLeftovers + " left",
            abortedLeftovers == 0));
    checks.add(new Check("no zone holds items", zonesLeft + " left", zonesLeft == 0));
    checks.add(new Check("no pointer left behind", pointersLeft + " left", pointersLeft == 0));
    return checks;
  }

  boolean passed() {
    return checks().stream().allMatch(Check::holds);
  }
}
