package dev.tenure.campaigns.differential;

/** A step in the life of a transaction, or a question about it. */
sealed interface LifeStep extends ProgramStep {

  /**
   * The questions about a transaction.
   */
  enum Question {
    READ_VERSION,
    COMMITTED_VERSION,
    VERSIONSTAMP,
    APPROXIMATE_SIZE,
    READ_CONFLICTS,
    WRITE_CONFLICTS,
    CONFLICTING_KEYS
  }

  /**
   * Options whose effect a program can see, or that must have no effect.
   */
  enum Option {
    READ_YOUR_WRITES_DISABLE,
    SNAPSHOT_RYW_DISABLE,
    SNAPSHOT_RYW_ENABLE,
    NEXT_WRITE_NO_WRITE_CONFLICT_RANGE,
    ACCESS_SYSTEM_KEYS,
    READ_SYSTEM_KEYS,
    RAW_ACCESS,
    REPORT_CONFLICTING_KEYS,
    BYPASS_UNREADABLE,
    LOCK_AWARE,
    READ_LOCK_AWARE,
    CAUSAL_READ_RISKY,
    CAUSAL_WRITE_RISKY,
    DURABILITY_RISKY,
    PRIORITY_BATCH,
    SPECIAL_KEY_SPACE_RELAXED,
    SPECIAL_KEY_SPACE_ENABLE_WRITES,
    SIZE_LIMIT,
    RETRY_LIMIT,
    TAG;

    /**
     * Whether the option gives access to system keys.
     */
    boolean isOfSystem() {
      return this == ACCESS_SYSTEM_KEYS || this == READ_SYSTEM_KEYS;
    }
  }

  /**
   * Closes the transaction of that number, and begins another.
   */
  record Begin(int transaction) implements LifeStep {

    @Override
    public String toString() {
      return "t%d begin".formatted(transaction);
    }
  }

  /**
   * Sets an option.
   *
   * @param value for options that take one
   */
  record SetOption(int transaction, Option option, int value) implements LifeStep {

    @Override
    public String toString() {
      return "t%d option %s %d".formatted(transaction, option, value);
    }
  }

  /**
   * Commits. The versionstamp is asked for just before.
   */
  record Commit(int transaction) implements LifeStep {

    @Override
    public String toString() {
      return "t%d commit".formatted(transaction);
    }
  }

  /**
   * Gives an error to {@code onError}.
   *
   * @param code 0: the last error of the transaction, or 1020 without one
   */
  record OnError(int transaction, int code) implements LifeStep {

    @Override
    public String toString() {
      return "t%d onError %d".formatted(transaction, code);
    }
  }

  record Cancel(int transaction) implements LifeStep {

    @Override
    public String toString() {
      return "t%d cancel".formatted(transaction);
    }
  }

  record Ask(int transaction, Question question) implements LifeStep {

    @Override
    public String toString() {
      return "t%d ask %s".formatted(transaction, question);
    }
  }

  /**
   * Sets the read version to that of a commit, or to a slightly lower one.
   *
   * @param commit −1: {@code delta} is the version
   */
  record SetVersion(int transaction, int commit, int delta) implements LifeStep {

    @Override
    public String toString() {
      return "t%d setReadVersion C%d%+d".formatted(transaction, commit, delta);
    }
  }

  record Watch(int transaction, String key) implements LifeStep {

    @Override
    public String toString() {
      return "t%d watch %s".formatted(transaction, Notation.shown(key));
    }
  }

  /**
   * Waits for a while, and lists the watches that have ended.
   */
  record AwaitWatches() implements LifeStep {

    @Override
    public int transaction() {
      return -1;
    }

    @Override
    public String toString() {
      return "await watches";
    }
  }

  /**
   * Reads all rows in a new transaction.
   */
  record Dump() implements LifeStep {

    @Override
    public int transaction() {
      return -1;
    }

    @Override
    public String toString() {
      return "dump";
    }
  }
}
