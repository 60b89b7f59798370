/**
 * Tenure in a Spring Boot application, from {@code tenure.*} properties. Start at {@link
 * dev.tenure.spring.TenureAutoConfiguration}: it opens the clusters ({@link
 * dev.tenure.spring.ClusterOpener}, which needs no Spring), makes the {@code Deployment} and the
 * {@link dev.tenure.spring.TenureTemplate}; the other auto-configurations add the consumer, meters
 * and health. Must stay true: what a property makes wrong is told in one sentence that names the
 * property, its value and the limit; class {@code FDB} is touched for {@code fdb:} URLs only. Must
 * not know the web page.
 */
@NullMarked
package dev.tenure.spring;

import org.jspecify.annotations.NullMarked;
