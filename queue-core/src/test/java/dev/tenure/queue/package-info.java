/** What the tests of queue-core share: a cluster in memory whose clock the test moves. */
@NullMarked
package dev.tenure.queue;

import org.jspecify.annotations.NullMarked;
