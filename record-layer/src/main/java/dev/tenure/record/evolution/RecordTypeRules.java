package dev.tenure.record.evolution;

import static dev.tenure.record.evolution.EvolutionRule.kept;

import dev.tenure.record.definition.RecordType;
import dev.tenure.record.metadata.RecordMetaData;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Rules about record types. Numbers in keys can never change. A saved record must be found, and can
 * be saved again, with all its fields.
 */
final class RecordTypeRules {
  /** Rules about types that were added or removed. */
  static final List<EvolutionRule<MetaDataPair>> COMING_AND_GOING =
      List.of(
          new EvolutionRule<>(
              "type-dropped",
              "No record type is dropped.",
              (pair, report) ->
                  pair.typesGone().stream()
                      .filter(type -> withKey(pair.after(), type.typeKey()).isEmpty())
                      .forEach(type -> report.add(type.name(), type, "gone"))),
          new EvolutionRule<>(
              "type-renamed",
              "No record type takes the type key of another, be it the same under a new name.",
              (pair, report) ->
                  pair.typesAdded()
                      .forEach(
                          type ->
                              withKey(pair.before(), type.typeKey())
                                  .ifPresent(
                                      old ->
                                          report.add(
                                              "type key " + type.typeKey(),
                                              old.name(),
                                              type.name())))),
          new EvolutionRule<>(
              "type-since-not-new",
              "A new record type has a since-version above the earlier metadata's version.",
              (pair, report) ->
                  pair.typesAdded().stream()
                      .filter(type -> !pair.isNew(type.sinceVersion()))
                      .forEach(
                          type ->
                              report.add(
                                  type.name(),
                                  "not in " + pair.versionBefore(),
                                  "said to be there since " + type.sinceVersion()))));

  /** Rules about types that stay. */
  static final List<EvolutionRule<TypePair>> STAYING =
      List.of(
          kept("type-since-changed", "A since-version stays.", RecordType::sinceVersion),
          kept("type-key-changed", "A type key stays: it is in all keys.", RecordType::typeKey),
          kept("type-primary-key-changed", "A primary key stays.", RecordType::primaryKey),
          kept("type-layout-changed", "A layout stays.", RecordType::layout),
          kept("type-extent-changed", "A type stays in its extent.", RecordTypeRules::extent),
          kept(
              "type-message-changed",
              "The full name of the message type stays.",
              type -> type.descriptor().getFullName()),
          new EvolutionRule<>(
              "type-bytes-max-fell",
              "The largest size of a record does not fall: larger ones could not be saved again.",
              (pair, report) -> {
                if (pair.after().recordBytesMax() < pair.before().recordBytesMax()) {
                  report.add(
                      pair.name(), pair.before().recordBytesMax(), pair.after().recordBytesMax());
                }
              }),
          turnedOff(
              "type-versions-dropped",
              "A type that keeps record versions continues to keep them: a reader that continues"
                  + " from a version would miss saves.",
              RecordType::isVersioned),
          turnedOff(
              "type-times-dropped",
              "A type that keeps record times continues to keep them: the next save would lose"
                  + " them.",
              RecordType::isTimestamped));

  /** A record type before and after the change. */
  record TypePair(RecordType before, RecordType after)
      implements EvolutionRule.Changed<RecordType> {
    @Override
    public String name() {
      return before.name();
    }
  }

  private RecordTypeRules() {}

  private static EvolutionRule<TypePair> turnedOff(
      String id, String says, Function<RecordType, Boolean> part) {
    return new EvolutionRule<>(
        id,
        says,
        (pair, report) -> {
          if (part.apply(pair.before()) && !part.apply(pair.after())) {
            report.add(pair.name(), "on", "off");
          }
        });
  }

  private static String extent(RecordType type) {
    return type.isInSharedExtent() ? "in the shared extent" : "in its own extent";
  }

  private static Optional<RecordType> withKey(RecordMetaData metaData, int typeKey) {
    return metaData.recordTypes().stream().filter(type -> type.typeKey() == typeKey).findFirst();
  }
}
