/** Tenure on the embedded durable engine, as a system. */
@NullMarked
package dev.tenure.bench.peers.tenure;

import org.jspecify.annotations.NullMarked;
