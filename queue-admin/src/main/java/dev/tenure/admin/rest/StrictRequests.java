package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemDetails;
import dev.tenure.admin.problem.ProblemKind;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.core.StreamReadFeature;

/**
 * Refuses errors that Spring would ignore: an unknown or repeated parameter of the query string, a
 * repeated field of a body, and a semicolon in the path.
 */
@Configuration(proxyBeanMethods = false)
class StrictRequests implements WebMvcConfigurer {

  @Bean
  static JsonMapperBuilderCustomizer eachFieldOnce() {
    return builder -> builder.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION);
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(new KnownParameters()).addPathPatterns(Api.ROOT + "/**");
  }

  private static final class KnownParameters implements HandlerInterceptor {
    private final DefaultParameterNameDiscoverer names = new DefaultParameterNameDiscoverer();

    @Override
    public boolean preHandle(
        HttpServletRequest request, HttpServletResponse response, Object handler) {
      refuseSemicolon(request.getRequestURI());
      if (handler instanceof HandlerMethod method && request.getQueryString() != null) {
        check(request.getParameterMap(), known(method));
      }
      return true;
    }

    /** Spring drops what follows it in a segment: alice;2 would be taken for alice. */
    private static void refuseSemicolon(String path) {
      int at = path.indexOf(';');
      if (at >= 0) {
        throw new AdminProblem(
            ProblemKind.IDENTIFIER_UNUSABLE,
            "the path has \"%s\", a semicolon of an identifier must be written %%3B"
                .formatted(ProblemDetails.excerpt(path.substring(at))));
      }
    }

    private Set<String> known(HandlerMethod method) {
      return Arrays.stream(method.getMethodParameters())
          .filter(parameter -> parameter.hasParameterAnnotation(RequestParam.class))
          .map(this::name)
          .collect(Collectors.toCollection(TreeSet::new));
    }

    private String name(MethodParameter parameter) {
      RequestParam declared = parameter.getParameterAnnotation(RequestParam.class);
      if (declared != null && !declared.name().isEmpty()) {
        return declared.name();
      }
      parameter.initParameterNameDiscovery(names);
      return String.valueOf(parameter.getParameterName());
    }

    private static void check(Map<String, String[]> sent, Set<String> known) {
      sent.forEach(
          (name, values) -> {
            if (!known.contains(name)) {
              String expected = known.isEmpty() ? "absent: there are none here" : "one of " + known;
              throw Api.outOfRange("a parameter's name", name, expected);
            }
            if (values.length > 1) {
              throw new AdminProblem(
                  ProblemKind.PARAMETER_OUT_OF_RANGE,
                  "%s is given %d times, it must be given once".formatted(name, values.length));
            }
          });
    }
  }
}
