/**
 * The endpoint of the actuator. Start at {@link dev.tenure.spring.actuate.TenureEndpoint}. It asks
 * no cluster, and reports only what samples and consumers have seen.
 */
@NullMarked
package dev.tenure.spring.actuate;

import org.jspecify.annotations.NullMarked;
