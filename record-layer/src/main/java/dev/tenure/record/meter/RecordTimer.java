package dev.tenure.record.meter;

/** What is timed, once a transaction at most. */
public enum RecordTimer {
  /** From the opening of a transaction to its end. */
  TRANSACTION("transaction"),
  /** From handing a commit to the database to its answer, whatever that is. */
  COMMIT("commit"),
  /** From the first need of a read version to having one. */
  READ_VERSION("read.version");

  private final String meterName;

  RecordTimer(String meterName) {
    this.meterName = meterName;
  }

  /** Words in lower case with dots between them. */
  public String meterName() {
    return meterName;
  }
}
