package dev.tenure.postgresql;

import com.google.protobuf.ByteString;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.client.GlobalIndex;
import dev.tenure.record.global.protocol.Content;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * The records that one client alone changes, with the contents that each may have after the answers
 * so far: an acknowledged change has taken place, a refused one has not, and one whose outcome is
 * unknown may take place until the next change of the record, or later if it is a create. Used by
 * one thread.
 */
final class KnownRecords {
  private final GlobalIndex client;
  private final String name;
  private final Consumer<String> fault;
  private final Map<PrimaryKey, Set<Optional<Content>>> possible = new HashMap<>();
  private final Map<PrimaryKey, Set<Optional<Content>>> late = new HashMap<>();
  private long contents;

  /** What follows from the result of an operation that succeeded. */
  @FunctionalInterface
  private interface Operation<T> {
    void ended(T value);
  }

  KnownRecords(GlobalIndex client, String name, Consumer<String> fault) {
    this.client = client;
    this.name = name;
    this.fault = fault;
  }

  PrimaryKey key(int number) {
    return new PrimaryKey(name + "-" + number);
  }

  Optional<Reason> create(PrimaryKey pk, Set<SecondaryKey> keys) {
    Content content = next(keys);
    return change(pk, Optional.of(content), client.create(pk, content), created -> {});
  }

  Optional<Reason> update(PrimaryKey pk, Set<SecondaryKey> keys) {
    Content content = next(keys);
    return change(pk, Optional.of(content), client.update(pk, pdr -> content), updated -> {});
  }

  Optional<Reason> delete(PrimaryKey pk) {
    return change(
        pk,
        Optional.empty(),
        client.delete(pk),
        deleted -> {
          if (!deleted) {
            require(pk, Optional.empty(), "a delete finds nothing");
          }
        });
  }

  Optional<Reason> read(PrimaryKey pk) {
    return ended(client.read(pk), found -> require(pk, found.map(Content::of), "a read"));
  }

  /** Reads by a key. If a record of this client owns it, deletes the record as it was read. */
  Optional<Reason> readAndDelete(SecondaryKey key) {
    DataRecord[] read = {null};
    Optional<Reason> failure =
        ended(
            client.read(key),
            found ->
                found.ifPresent(
                    record -> {
                      if (!record.owns(key)) {
                        fault.accept(record.key() + " is found by a key that it does not own");
                      }
                      read[0] = record;
                    }));
    if (read[0] == null || !read[0].key().value().startsWith(name + "-")) {
      return failure;
    }
    PrimaryKey pk = read[0].key();
    require(pk, Optional.of(Content.of(read[0])), "a read by a key");
    return change(pk, Optional.empty(), client.delete(read[0]), deleted -> {});
  }

  /** Compares all records with what is known of them; nothing may be under way. */
  void check() {
    possible.keySet().forEach(this::read);
  }

  private Content next(Set<SecondaryKey> keys) {
    return new Content(keys, ByteString.copyFromUtf8(name + " " + ++contents));
  }

  private <T> Optional<Reason> change(
      PrimaryKey pk, Optional<Content> after, CompletableFuture<T> change, Operation<T> operation) {
    Optional<Reason> failure = ended(change, operation);
    if (failure.isEmpty()) {
      possible.put(pk, new HashSet<>(Set.of(after)));
    } else {
      switch (failure.get()) {
        case OUTCOME_UNKNOWN -> {
          possible(pk).add(after);
          late.computeIfAbsent(pk, each -> new HashSet<>()).add(after);
        }
        case RECORD_ABSENT -> require(pk, Optional.empty(), "a change finds nothing");
        case RECORD_EXISTS -> {
          if (possible(pk).equals(Set.of(Optional.empty())) && !late.containsKey(pk)) {
            fault.accept(pk + " exists, which was deleted or never created");
          }
        }
        default -> {}
      }
    }
    return failure;
  }

  private <T> Optional<Reason> ended(CompletableFuture<T> operation, Operation<T> then) {
    try {
      then.ended(operation.join());
      return Optional.empty();
    } catch (CompletionException e) {
      if (e.getCause() instanceof GlobalIndexException own) {
        return Optional.of(own.reason());
      }
      fault.accept("an operation failed with " + e.getCause());
      return Optional.empty();
    }
  }

  private Set<Optional<Content>> possible(PrimaryKey pk) {
    return possible.computeIfAbsent(pk, each -> new HashSet<>(Set.of(Optional.empty())));
  }

  private void require(PrimaryKey pk, Optional<Content> found, String seen) {
    if (!possible(pk).contains(found) && !late.getOrDefault(pk, Set.of()).contains(found)) {
      fault.accept(seen + " of " + pk + ": " + found + ", possible are " + possible(pk));
    }
  }
}
