package dev.tenure.record.global;

/**
 * The definition of the secondary keys with one name.
 *
 * @param unique whether at most one record may own a key, which makes it an alternate key
 * @param state whether records may be found by it
 */
public record KeyDefinition(String name, boolean unique, State state) {

  /** The state of the keys with one name. */
  public enum State {
    /** Writes maintain the keys. Reads are refused until all earlier records have their keys. */
    FILLING,
    /** Writes maintain the keys, and records are found by them. */
    READABLE,
    /** Writes leave the keys out, and reads are refused, while all records lose them. */
    DROPPING
  }

  /** An alternate key: at most one record owns it. */
  public static KeyDefinition alternate(String name) {
    return new KeyDefinition(name, true, State.READABLE);
  }

  /** A secondary key that many records may own. */
  public static KeyDefinition shared(String name) {
    return new KeyDefinition(name, false, State.READABLE);
  }

  public KeyDefinition withState(State newState) {
    return new KeyDefinition(name, unique, newState);
  }
}
