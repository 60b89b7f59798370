package dev.tenure.record.plan.logical;

import dev.tenure.record.key.Keys;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;

/**
 * The condition that the version of a record is known. It is not known for a record that the
 * running transaction has saved: the version will be that of the commit, and version indexes have
 * no entry of the record until then.
 */
public final class VersionKnown {
  /** True for all records with a known version. A comparison with an unknown version is unknown. */
  public static final QueryPredicate CONDITION =
      Predicates.or(Predicates.isNull(Keys.version()), Predicates.notNull(Keys.version()));

  private VersionKnown() {}
}
