/**
 * The endpoint of the actuator. Begin at {@link dev.tenure.spring.actuate.TenureEndpoint}. It asks
 * no cluster: it tells what samples and consumers have seen.
 */
@NullMarked
package dev.tenure.spring.actuate;

import org.jspecify.annotations.NullMarked;
