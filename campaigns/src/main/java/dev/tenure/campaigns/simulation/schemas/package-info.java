/**
 * Schemas of an application that are published and rolled out while tenants are made, move and are
 * used, and while processes are killed and a cluster is away. Start at {@link
 * dev.tenure.campaigns.simulation.schemas.SchemaSimulation}; {@link
 * dev.tenure.campaigns.simulation.schemas.SchemaChecks} has what must be true in the end: every
 * store at the newest schema, every index with exactly its records.
 */
@NullMarked
package dev.tenure.campaigns.simulation.schemas;

import org.jspecify.annotations.NullMarked;
