package dev.tenure.embedded.transcript;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.KeyValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** What a step gave, as the fields of an {@code expect}; bytes in their canonical notation. */
record TranscriptOutcome(Map<String, Object> fields) {
  static final TranscriptOutcome OK = of("ok", true);
  static final TranscriptOutcome PENDING = of("pending", true);

  static TranscriptOutcome of(String name, Object value) {
    return new TranscriptOutcome(Map.of(name, value));
  }

  TranscriptOutcome with(String name, Object value) {
    Map<String, Object> more = new TreeMap<>(fields);
    more.put(name, value);
    return new TranscriptOutcome(more);
  }

  static TranscriptOutcome ofFailure(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof FDBException known
        ? of("error", (long) known.getCode())
        : of("exception", cause.getClass().getSimpleName());
  }

  static TranscriptOutcome ofBytes(String name, byte @Nullable [] bytes) {
    return of(name, TranscriptNotation.encode(bytes));
  }

  static TranscriptOutcome ofKeys(List<byte[]> keys) {
    return of("keys", keys.stream().map(TranscriptNotation::encode).toList());
  }

  static TranscriptOutcome ofRows(List<? extends KeyValue> rows) {
    return of("rows", encoded(rows));
  }

  static List<List<String>> encoded(List<? extends KeyValue> rows) {
    List<List<String>> encoded = new ArrayList<>();
    for (KeyValue row : rows) {
      encoded.add(
          List.of(
              TranscriptNotation.encode(row.getKey()), TranscriptNotation.encode(row.getValue())));
    }
    return encoded;
  }
}
