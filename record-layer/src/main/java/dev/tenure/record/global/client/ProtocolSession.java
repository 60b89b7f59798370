package dev.tenure.record.global.client;

import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.protocol.Content;
import dev.tenure.record.global.protocol.Deleter;
import dev.tenure.record.global.protocol.Lookup;
import dev.tenure.record.global.protocol.ShardHealth;
import dev.tenure.record.global.protocol.Steps;
import dev.tenure.record.global.protocol.Writer;
import dev.tenure.record.global.settings.KeysLease;
import dev.tenure.record.global.settings.StoredKeys;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The protocol with the key definitions of one version.
 *
 * @param keys the stored definitions; null when definitions are not stored, and never change
 */
record ProtocolSession(
    Writer writer, Lookup lookup, Deleter deleter, KeysLease.@Nullable Snapshot keys) {

  static ProtocolSession of(
      Shards shards,
      ShardHealth health,
      KeyDefinitions definitions,
      GlobalIndexOptions options,
      Consumer<IndexKey> suspects,
      KeysLease.@Nullable Snapshot keys) {
    Steps steps = new Steps(shards, health);
    return new ProtocolSession(
        new Writer(steps, definitions, options.writesWhileDown(), suspects),
        new Lookup(steps, definitions, suspects),
        new Deleter(steps, definitions, suspects),
        keys);
  }

  /**
   * The content with those of its keys that records own now. A key that is being dropped need not
   * be known: an update by new code may meet it in a record.
   */
  Content owned(KeyDefinitions known, Content content) {
    if (keys == null) {
      content.keys().forEach(known::require);
      return content;
    }
    StoredKeys stored = keys.keys();
    stored.requireKnown(known);
    content.keys().stream()
        .filter(key -> stored.definitions().find(key.name()).isEmpty())
        .forEach(known::require);
    return new Content(stored.owned(content.keys()), content.value());
  }

  /**
   * A read by a secondary key. It is valid only if the definitions were still in force at its end.
   */
  <T> CompletableFuture<T> fresh(CompletableFuture<T> read) {
    KeysLease.Snapshot snapshot = keys;
    return snapshot == null
        ? read
        : read.thenApply(
            found -> {
              snapshot.requireFresh();
              return found;
            });
  }
}
