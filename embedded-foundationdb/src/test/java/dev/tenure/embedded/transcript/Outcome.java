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
record Outcome(Map<String, Object> fields) {
  static final Outcome OK = of("ok", true);
  static final Outcome PENDING = of("pending", true);

  static Outcome of(String name, Object value) {
    return new Outcome(Map.of(name, value));
  }

  Outcome with(String name, Object value) {
    Map<String, Object> more = new TreeMap<>(fields);
    more.put(name, value);
    return new Outcome(more);
  }

  static Outcome ofFailure(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof FDBException known
        ? of("error", (long) known.getCode())
        : of("exception", cause.getClass().getSimpleName());
  }

  static Outcome ofBytes(String name, byte @Nullable [] bytes) {
    return of(name, Notation.encode(bytes));
  }

  static Outcome ofKeys(List<byte[]> keys) {
    return of("keys", keys.stream().map(Notation::encode).toList());
  }

  static Outcome ofRows(List<? extends KeyValue> rows) {
    return of("rows", encoded(rows));
  }

  static List<List<String>> encoded(List<? extends KeyValue> rows) {
    List<List<String>> encoded = new ArrayList<>();
    for (KeyValue row : rows) {
      encoded.add(List.of(Notation.encode(row.getKey()), Notation.encode(row.getValue())));
    }
    return encoded;
  }
}
