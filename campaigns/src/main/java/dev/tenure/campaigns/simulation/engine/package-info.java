/**
 * The world {@code engine}: the engine alone, and clients whose history must be strictly
 * serializable. Start at {@link dev.tenure.campaigns.simulation.engine.EngineSimulation}.
 *
 * <p>3 to 6 clients with clocks up to 5 s off run random transactions, a fifth of them
 * durability-risky; clients crash too. At the end the history must be strictly serializable,
 * crashes included, and no watch may have missed a change. Every fourth run plants read versions of
 * the past, which break real time by intent.
 */
@NullMarked
package dev.tenure.campaigns.simulation.engine;

import org.jspecify.annotations.NullMarked;
