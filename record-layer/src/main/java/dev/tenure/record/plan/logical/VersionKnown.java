package dev.tenure.record.plan.logical;

import dev.tenure.record.key.Keys;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;

/**
 * That the version of a record is known. It is not for a record that the running transaction has
 * saved: its version is that of the commit to come, and version indexes have no entry of it.
 */
public final class VersionKnown {
  /** True of all records but those: a comparison of a version that is not known is unknown. */
  public static final QueryPredicate CONDITION =
      Predicates.or(Predicates.isNull(Keys.version()), Predicates.notNull(Keys.version()));

  private VersionKnown() {}
}
