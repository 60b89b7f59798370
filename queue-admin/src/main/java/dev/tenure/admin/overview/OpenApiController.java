package dev.tenure.admin.overview;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** The description of this interface, for programs that make clients from it. */
@RestController
@RequestMapping("/api/v1")
final class OpenApiController {
  private final Resource document = new ClassPathResource("/dev/tenure/admin/openapi.json");

  @GetMapping(path = "/openapi.json", produces = MediaType.APPLICATION_JSON_VALUE)
  Resource document() throws IOException {
    String base = ServletUriComponentsBuilder.fromCurrentServletMapping().build().getPath();
    return base == null || base.isEmpty() ? document : below(base);
  }

  /** Inside an application all paths lie below another. */
  private Resource below(String base) throws IOException {
    String text = document.getContentAsString(StandardCharsets.UTF_8);
    String placed = text.replaceFirst("\"url\": \"/\"", "\"url\": \"" + base + "\"");
    return new ByteArrayResource(placed.getBytes(StandardCharsets.UTF_8));
  }
}
