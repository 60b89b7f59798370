package dev.tenure.admin;

import dev.tenure.queue.QueueLimits;
import dev.tenure.spring.TenureConfigurationException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of the admin server, and of the page inside an application.
 *
 * @param enabled whether an application with this module serves the page itself. The admin server
 *     always serves it
 * @param path the path below which an application serves the page
 * @param readOnly whether requests that change something are refused
 * @param allowedHosts the host names, in addition to those of loopback, under which browsers may
 *     reach the admin server. Inside an application the application's filters decide instead
 * @param userHeader the header in which a proxy with a login names the person, for the audit log.
 *     Do not set it without such a proxy, because then any client could write the header
 * @param payloadPreviewBytes the most bytes of a payload that the page shows, 0 to 1,000,000
 * @param fanOutTypes the work types of which REST may enqueue a local item on all clusters
 */
@ConfigurationProperties(AdminProperties.PREFIX)
public record AdminProperties(
    @DefaultValue("false") boolean enabled,
    @DefaultValue("/tenure") String path,
    @DefaultValue("false") boolean readOnly,
    @DefaultValue List<String> allowedHosts,
    @Nullable String userHeader,
    @DefaultValue("16384") int payloadPreviewBytes,
    @DefaultValue List<String> fanOutTypes) {
  static final String PREFIX = "tenure.admin";
  private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+");
  private static final Pattern HOST =
      Pattern.compile("[\\p{L}\\p{N}._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}]");
  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9-]{1,64}");

  /**
   * @throws TenureConfigurationException naming the property, its value and the limit
   */
  public AdminProperties {
    if (!PATH.matcher(path).matches()) {
      throw new TenureConfigurationException(
          PREFIX + ".path is \"" + path + "\", a path such as /tenure is expected");
    }
    fanOutTypes = List.copyOf(fanOutTypes);
    allowedHosts = List.copyOf(allowedHosts);
    for (String host : allowedHosts) {
      if (!HOST.matcher(host).matches()) {
        throw new TenureConfigurationException(
            "%s.allowed-hosts has \"%s\", a host name of at most 253 characters is expected, without a port"
                .formatted(PREFIX, host.replaceAll("\\p{Cntrl}", "?")));
      }
    }
    if (userHeader != null && !HEADER.matcher(userHeader).matches()) {
      throw new TenureConfigurationException(
          PREFIX + ".user-header is \"" + userHeader + "\", the name of a header is expected");
    }
    if (payloadPreviewBytes < 0 || payloadPreviewBytes > QueueLimits.PAYLOAD_BYTES_MAX) {
      throw new TenureConfigurationException(
          "%s.payload-preview-bytes is %d, it must be 0 to %d"
              .formatted(PREFIX, payloadPreviewBytes, QueueLimits.PAYLOAD_BYTES_MAX));
    }
  }
}
