/**
 * The resources below {@code /api/v1}: clusters, tenants, zones, items. Each controller checks the
 * request, calls the deployment, and answers when the result arrives. Start at {@link
 * dev.tenure.admin.rest.Api}. Must stay true: no method waits; the values of a request are checked
 * before a cluster is asked; {@code openapi.json} lists every mapping.
 */
@NullMarked
package dev.tenure.admin.rest;

import org.jspecify.annotations.NullMarked;
