package dev.tenure.record.meter;

/** The timers of transactions. Each is used at most once in a transaction. */
public enum RecordTimer {
  /** From the opening of a transaction to its end. */
  TRANSACTION("transaction"),
  /** From sending the commit to its answer, success or failure. */
  COMMIT("commit"),
  /** From the first operation that needs a read version until the read version is known. */
  READ_VERSION("read.version");

  private final String meterName;

  RecordTimer(String meterName) {
    this.meterName = meterName;
  }

  /** The name in meters: lower-case words with dots between them. */
  public String meterName() {
    return meterName;
  }
}
