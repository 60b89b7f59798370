package dev.tenure.queue.zone;

/**
 * What an operator sets for one zone.
 *
 * @param paused nothing is taken from it until resumed
 */
public record ZoneSettings(boolean paused) {

  public static ZoneSettings defaults() {
    return new ZoneSettings(false);
  }
}
