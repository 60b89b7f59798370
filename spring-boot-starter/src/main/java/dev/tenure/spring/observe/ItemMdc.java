package dev.tenure.spring.observe;

import dev.tenure.consumer.ItemScope;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.trace.TracePropagation;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** Puts the tenant, the work type and the id of an item into the log's context. */
public final class ItemMdc implements ItemScope {
  public static final String TENANT = "tenure.tenant";
  public static final String TYPE = "tenure.type";
  public static final String ITEM = "tenure.item";

  @Override
  public TracePropagation.Scope open(WorkItem item, TenantId tenant) {
    Map<String, @Nullable String> before = new LinkedHashMap<>();
    put(before, TENANT, tenant.toString());
    put(before, TYPE, item.type());
    put(before, ITEM, item.id());
    return () -> before.forEach(ItemMdc::restore);
  }

  private static void put(Map<String, @Nullable String> before, String key, String value) {
    before.put(key, MDC.get(key));
    MDC.put(key, value);
  }

  private static void restore(String key, @Nullable String value) {
    if (value == null) {
      MDC.remove(key);
    } else {
      MDC.put(key, value);
    }
  }
}
