package dev.tenure.record.context;

import com.apple.foundationdb.TransactionOptions;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The options for FoundationDB's own traces of a transaction.
 *
 * @param identifier the name of the transaction in the traces
 * @param clientLog whether the client's trace contains every operation
 * @param serverTrace whether the servers' traces follow the request
 */
record TraceOptions(Optional<String> identifier, boolean clientLog, boolean serverTrace) {
  static final int IDENTIFIER_BYTES_MAX = 100;

  static final TraceOptions DEFAULTS = new TraceOptions(Optional.empty(), false, false);

  TraceOptions {
    identifier.ifPresent(TraceOptions::requireIdentifier);
    if (identifier.isEmpty() && (clientLog || serverTrace)) {
      throw new IllegalArgumentException(
          "a transaction to be traced needs a debug identifier: call withDebugIdentifier first");
    }
  }

  private static void requireIdentifier(String identifier) {
    int bytes = identifier.getBytes(StandardCharsets.UTF_8).length;
    if (bytes < 1 || bytes > IDENTIFIER_BYTES_MAX) {
      throw new IllegalArgumentException(
          "debug identifier \""
              + identifier
              + "\" is "
              + bytes
              + " bytes, expected 1 to "
              + IDENTIFIER_BYTES_MAX);
    }
  }

  /**
   * Sets the options. The identifier comes first, because FoundationDB refuses to log a transaction
   * without one.
   */
  void apply(TransactionOptions settings) {
    identifier.ifPresent(settings::setDebugTransactionIdentifier);
    if (clientLog) {
      settings.setLogTransaction();
    }
    if (serverTrace) {
      settings.setServerRequestTracing();
    }
  }
}
