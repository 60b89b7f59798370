package dev.tenure.record.evolution;

import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.key.KeyFunctions;
import dev.tenure.record.metadata.IndexTypes;
import dev.tenure.record.metadata.RecordMetaData;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides whether metadata may follow other metadata: whether stores that were written with the one
 * can be opened, read and written with the other, with no record and no index entry lost or
 * misread. Immutable.
 *
 * <pre>{@code
 * List<EvolutionViolation> violations =
 *     MetaDataEvolution.strict().allowing("field-renamed").violations(before, after);
 * }</pre>
 *
 * <p>Each rule has an id. An application that knows that breaking a rule does no harm allows it by
 * its id. Example: it renames a field that no key uses, or removes a field that was never set. All
 * other rules still hold.
 */
public final class MetaDataEvolution {
  private static final MetaDataEvolution STRICT =
      new MetaDataEvolution(new TreeSet<>(), KeyFunctions.builtIn(), IndexTypes.builtIn());

  private final Set<String> allowed;
  private final KeyFunctions functions;
  private final IndexTypes indexTypes;

  private MetaDataEvolution(Set<String> allowed, KeyFunctions functions, IndexTypes indexTypes) {
    this.allowed = allowed;
    this.functions = functions;
    this.indexTypes = indexTypes;
  }

  /** All rules, with the built-in functions and index types. */
  public static MetaDataEvolution strict() {
    return STRICT;
  }

  /** These rules without those with the given ids. */
  public MetaDataEvolution allowing(String... rules) {
    Set<String> all = new TreeSet<>(allowed);
    for (String rule : rules) {
      if (!rules().containsKey(rule)) {
        throw new IllegalArgumentException(
            "no evolution rule " + rule + ", there are " + rules().keySet());
      }
      all.add(rule);
    }
    return new MetaDataEvolution(all, functions, indexTypes);
  }

  /** These rules, where metadata may name these functions and index types. */
  public MetaDataEvolution withKnown(KeyFunctions keyFunctions, IndexTypes types) {
    return new MetaDataEvolution(allowed, keyFunctions, types);
  }

  /**
   * The text of each rule by its id: first the rules of metadata, then those of record types,
   * fields, enums and indexes.
   */
  public static Map<String, String> rules() {
    Map<String, String> rules = new LinkedHashMap<>();
    Stream.of(
            MetaDataRules.ALL,
            RecordTypeRules.COMING_AND_GOING,
            RecordTypeRules.STAYING,
            MessageRules.ALL,
            FieldRules.ALL,
            EnumRules.ALL,
            IndexRules.COMING_AND_GOING,
            IndexRules.STAYING,
            FormerIndexRules.ALL)
        .<EvolutionRule<?>>flatMap(Collection::stream)
        .forEach(rule -> rules.put(rule.id(), rule.says()));
    return Collections.unmodifiableMap(rules);
  }

  /** All violations of these rules by a change; empty when the change is allowed. */
  public List<EvolutionViolation> violations(RecordMetaData before, RecordMetaData after) {
    List<EvolutionViolation> all =
        new ArrayList<>(
            new EvolutionWalk(new MetaDataPair(before, after, functions, indexTypes)).run());
    all.removeIf(violation -> allowed.contains(violation.rule()));
    return List.copyOf(all);
  }

  /**
   * Refuses a change that violates these rules.
   *
   * @throws RecordLayerException METADATA_REFUSED, with all violations
   */
  public void check(RecordMetaData before, RecordMetaData after) {
    List<EvolutionViolation> violations = violations(before, after);
    if (!violations.isEmpty()) {
      throw new RecordLayerException(
          RecordLayerException.Code.METADATA_REFUSED,
          "metadata of version "
              + after.version()
              + " cannot follow that of version "
              + before.version()
              + ": "
              + violations.stream()
                  .map(EvolutionViolation::toString)
                  .collect(Collectors.joining("; ")));
    }
  }
}
