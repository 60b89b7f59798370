/**
 * Handlers that are methods of beans; {@link dev.tenure.spring.annotation.WorkHandler} marks them.
 * {@code HandlerMethodRegistrar} finds them and registers a {@code HandlerRegistration} for each,
 * {@code HandlerMethod} binds the parameters, {@code HandlerPolicies} applies {@code
 * tenure.handlers}. Start at {@link dev.tenure.spring.annotation.WorkHandlerAutoConfiguration}.
 * Must stay true: a method that cannot be called makes the start fail with an error that names
 * bean, method and reason. Must not know the consumer.
 */
@NullMarked
package dev.tenure.spring.annotation;

import org.jspecify.annotations.NullMarked;
