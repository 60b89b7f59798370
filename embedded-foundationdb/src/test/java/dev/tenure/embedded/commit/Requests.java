package dev.tenure.embedded.commit;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import dev.tenure.embedded.storage.KeyBytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Builds commit requests as a client would: a write is a mutation and a write conflict. */
final class Requests {
  private final List<Range> reads = new ArrayList<>();
  private final List<Range> writes = new ArrayList<>();
  private final List<Mutation> mutations = new ArrayList<>();
  private long readVersion = -1;
  private boolean risky;

  static Requests request() {
    return new Requests();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  static Range key(String text) {
    return new Range(bytes(text), KeyBytes.after(bytes(text)));
  }

  Requests at(long version) {
    readVersion = version;
    return this;
  }

  Requests reads(String key) {
    reads.add(key(key));
    return this;
  }

  Requests reads(String begin, String end) {
    reads.add(new Range(bytes(begin), bytes(end)));
    return this;
  }

  Requests set(String key, String value) {
    return set(bytes(key), bytes(value));
  }

  Requests set(byte[] key, byte[] value) {
    writes.add(new Range(key, KeyBytes.after(key)));
    mutations.add(new Mutation.Set(key, value));
    return this;
  }

  Requests clear(String begin, String end) {
    writes.add(new Range(bytes(begin), bytes(end)));
    mutations.add(new Mutation.ClearRange(bytes(begin), bytes(end)));
    return this;
  }

  Requests clear(String key) {
    writes.add(key(key));
    mutations.add(new Mutation.ClearRange(key(key).begin, key(key).end));
    return this;
  }

  Requests change(MutationType type, String key, byte[] operand) {
    if (type != MutationType.SET_VERSIONSTAMPED_KEY) {
      writes.add(key(key));
    }
    mutations.add(new Mutation.Atomic(type, bytes(key), operand));
    return this;
  }

  Requests writeConflict(String key) {
    writes.add(key(key));
    return this;
  }

  Requests risky() {
    risky = true;
    return this;
  }

  CommitRequest build() {
    return new CommitRequest(readVersion, reads, writes, mutations, risky);
  }
}
