package io.bulkaction.internal.web.hosted;

import io.bulkaction.internal.web.PagePolicy;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;

/** Serves everything below the path, with a context of its own. */
final class PageServlet extends DispatcherServlet {

    private static final long serialVersionUID = 1L;

    private final transient ConfigurableApplicationContext host;
    private transient @Nullable Filter bodyLimit;

    PageServlet(ConfigurableApplicationContext host) {
        this.host = host;
    }

    @Override
    protected WebApplicationContext createWebApplicationContext(@Nullable ApplicationContext parent) {
        AnnotationConfigWebApplicationContext context = new AnnotationConfigWebApplicationContext() {
            @Override
            protected void customizeBeanFactory(
                    DefaultListableBeanFactory beans) {
                super.customizeBeanFactory(beans);
                lend(beans);
            }
        };
        context.setDisplayName("bulk-action page");
        context.setEnvironment(host.getEnvironment());
        context.setServletContext(getServletContext());
        context.setServletConfig(getServletConfig());
        context.setClassLoader(Objects.requireNonNull(host.getClassLoader()));
        context.register(PageContext.class);
        context.refresh();
        bodyLimit = context.getBean(Filter.class);
        return context;
    }

    /** The application's beans of bulk-action, which this context neither starts nor stops. */
    private void lend(ConfigurableListableBeanFactory to) {
        ConfigurableListableBeanFactory from = host.getBeanFactory();
        Stream.of(from.getBeanDefinitionNames()).forEach(name -> {
            Class<?> type = from.getType(name, false);
            if (isOurs(type)) {
                Stream.concat(Stream.of(type), Stream.of(type.getInterfaces())).filter(PageServlet::isOurs)
                        .forEach(each -> to.registerResolvableDependency(
                                each, (ObjectFactory<Object>) () -> from.getBean(name)));
            }
        });
    }

    private static boolean isOurs(@Nullable Class<?> type) {
        return type != null && type.getName().startsWith("io.bulkaction.");
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        response.setHeader("Content-Security-Policy", PagePolicy.CONTENT_SECURITY_POLICY);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", "same-origin");
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        Objects.requireNonNull(bodyLimit).doFilter(request, response,
                (checked, answer) -> super.service((HttpServletRequest) checked, (HttpServletResponse) answer));
    }
}
