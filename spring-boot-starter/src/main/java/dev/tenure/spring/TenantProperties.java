package dev.tenure.spring;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties for tenants that have no store yet.
 *
 * @param create whether {@link TenureTemplate} creates a tenant when it is first used. If so, every
 *     name that reaches the template becomes a tenant, even a misspelt one. Set it where names come
 *     from the application's accounts, and leave it off where users can send any name
 */
@ConfigurationProperties(TenantProperties.PREFIX)
public record TenantProperties(@DefaultValue("false") boolean create) {
  public static final String PREFIX = "tenure.tenants";
}
