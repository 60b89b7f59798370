package dev.tenure.campaigns.globalindex;

import java.util.List;

/**
 * A violation, and how it came about.
 *
 * @param property that does not hold
 * @param steps one line each
 */
record FoundViolation(String property, Scenario scenario, List<String> steps) {
  String text() {
    return property + "\n  " + scenario.text() + "\n    " + String.join("\n    ", steps) + "\n";
  }
}
