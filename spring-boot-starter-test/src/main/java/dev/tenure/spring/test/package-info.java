/**
 * Tests of Spring Boot applications that use Tenure: a cluster in memory, time that passes when the
 * test says so, and a test that runs items itself. Start at {@link
 * dev.tenure.spring.test.TenureTest}, then {@link dev.tenure.spring.test.TenureTester}.
 *
 * <p>Threads are real, so that code under test may block and may use its own threads. Only the
 * clock and the timers of consumers are under the test's control. A real consumer runs on a real
 * engine.
 */
@NullMarked
package dev.tenure.spring.test;

import org.jspecify.annotations.NullMarked;
