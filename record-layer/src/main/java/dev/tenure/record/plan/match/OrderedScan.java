package dev.tenure.record.plan.match;

/** An operator that reads rows of an access path in its order. */
public interface OrderedScan {
  AccessPath path();

  AccessPath.Direction direction();
}
