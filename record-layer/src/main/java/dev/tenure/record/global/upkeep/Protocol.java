package dev.tenure.record.global.upkeep;

import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.protocol.Cleaner;
import dev.tenure.record.global.protocol.ShardHealth;
import dev.tenure.record.global.protocol.Steps;
import dev.tenure.record.global.protocol.Writer;

/**
 * The protocol for the shards and keys of one moment.
 *
 * @param layout names the moment; a walk that began at another one is refused
 */
public record Protocol(
    String layout,
    Shards shards,
    KeyDefinitions definitions,
    Steps steps,
    Writer writer,
    Cleaner cleaner) {

  /** Its writer never writes a key whose index shard is down. */
  static Protocol of(String layout, Shards shards, KeyDefinitions definitions) {
    Steps steps = new Steps(shards, ShardHealth.unknown());
    return new Protocol(
        layout,
        shards,
        definitions,
        steps,
        new Writer(steps, definitions, false, suspect -> {}),
        new Cleaner(steps));
  }
}
