@NullMarked
package dev.tenure.bench.peers;

import org.jspecify.annotations.NullMarked;
