/** Roll-outs of schemas by consumers under virtual time. */
@NullMarked
package dev.tenure.consumer.rollout;

import org.jspecify.annotations.NullMarked;
