package dev.tenure.campaigns.simulation.report;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** The systems that a seed can run. A {@link WorldRunner} runs each of them. */
public enum World {
  /** The engine and its clients. */
  ENGINE,
  /** A record store with indexes of every type, on the engine. */
  INDEXES,
  /** Zones, their pointers, and a few transactions at a time, on the engine. */
  POINTERS,
  /** The whole system, on the engine. */
  QUEUES,
  /** Fleets of two applications that are upgraded, misbehave and lose clusters, on the engine. */
  DEPLOYMENTS,
  /** One danger at a time and few processes, on the engine. */
  DRILLS,
  /** Queries of a record store, on the engine. */
  QUERIES,
  /** Tenants of several clusters and their directory, on the engine. */
  DIRECTORY,
  /** Tenants that move between clusters while they are in use, on the engine. */
  CLUSTERS,
  /** Schemas that are published and rolled out, on the engine. */
  SCHEMAS,
  /** Zones whose items lie in an external store that fails, on the engine. */
  STORES;

  private static final List<Edge> OF_INDEXES =
      List.of(Edge.INDEX_BUILT, Edge.INDEXER_CRASHED, Edge.INDEX_COMPARED, Edge.CHANGE_FOLLOWED);

  private static final Set<Edge> OF_DEPLOYMENTS =
      EnumSet.range(Edge.CONSUMER_UPGRADED, Edge.DEPLOYMENT_DRAINED);

  private static final Set<Edge> OF_QUERIES =
      EnumSet.range(Edge.QUERY_PLANNED, Edge.QUERY_CONTINUATION_REFUSED);

  private static final Set<Edge> OF_DIRECTORY =
      EnumSet.range(Edge.TENANT_CREATED, Edge.DIRECTORY_ADOPTED);

  private static final Set<Edge> OF_CLUSTERS = EnumSet.range(Edge.TENANT_MOVED, Edge.MOVE_MET);

  private static final Set<Edge> OF_SCHEMAS =
      EnumSet.range(Edge.SCHEMA_PUBLISHED, Edge.ROLL_OUT_DONE);

  private static final Set<Edge> OF_STORES =
      EnumSet.range(Edge.STORE_ANSWER_LOST, Edge.POINTER_REPAIRED);

  /** Whether many runs of it reach the edge. */
  public boolean reaches(Edge edge) {
    if (OF_INDEXES.contains(edge)) {
      return this == INDEXES;
    }
    if (OF_DEPLOYMENTS.contains(edge)) {
      return this == DEPLOYMENTS;
    }
    if (OF_QUERIES.contains(edge)) {
      return this == QUERIES;
    }
    if (OF_DIRECTORY.contains(edge)) {
      return this == DIRECTORY;
    }
    if (OF_CLUSTERS.contains(edge)) {
      return this == CLUSTERS;
    }
    if (OF_SCHEMAS.contains(edge)) {
      return this == SCHEMAS;
    }
    if (OF_STORES.contains(edge)) {
      return this == STORES;
    }
    if (edge == Edge.DRILL_ENDED) {
      return this == DRILLS;
    }
    return this == (edge == Edge.READ_VERSION_LAGGED ? ENGINE : QUEUES);
  }

  /** As on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static List<String> names() {
    return Stream.of(values()).map(World::toString).toList();
  }
}
