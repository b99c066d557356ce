package io.bulkaction.internal.web.hosted;

import io.bulkaction.internal.web.IdConversion;
import jakarta.validation.Validator;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.context.MessageSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.ResourceBundleMessageSource;
import org.springframework.http.CacheControl;
import org.springframework.http.converter.ByteArrayHttpMessageConverter;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.http.converter.ResourceHttpMessageConverter;
import org.springframework.http.converter.StringHttpMessageConverter;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.validation.beanvalidation.LocalValidatorFactoryBean;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.json.JsonMapper;

/**
 * The beans of the calls and the page. They are in a context that has no parent, so that neither finds the other's: the
 * application's advice, converters, JSON settings and messages are not used here, and ours are not used there.
 *
 * <p>No {@code @Configuration}, because the standalone service must not find it; it has its own.
 */
@EnableWebMvc
@ComponentScan(basePackages = "io.bulkaction.internal.web", excludeFilters = @ComponentScan.Filter(type = FilterType.REGEX, pattern = "io\\.bulkaction\\.internal\\.web\\.hosted\\..*"))
@Import(IndexPage.class)
class PageContext implements WebMvcConfigurer {

    static final String FILES = "io/bulkaction/internal/web/page/";

    private final JsonMapper json;
    private final LocalValidatorFactoryBean validator = new LocalValidatorFactoryBean();
    private final HostLogin login;
    private final PageSettings settings;

    PageContext(PageSettings settings) {
        this.settings = settings;
        this.login = HostLogin.find();
        this.json = JsonMapper.builder().addModule(IdConversion.idsAsText()).build();
        validator.afterPropertiesSet();
    }

    @Bean
    JsonMapper jsonMapper() {
        return json;
    }

    @Bean
    Validator validator() {
        return validator;
    }

    @Bean
    MessageSource messageSource() {
        ResourceBundleMessageSource messages = new ResourceBundleMessageSource();
        messages.setBasename("io/bulkaction/internal/web/messages");
        messages.setDefaultEncoding("UTF-8");
        // why: a caller who prefers neither English nor Korean gets English, whatever the language of the machine
        messages.setFallbackToSystemLocale(false);
        return messages;
    }

    @Bean
    HostLogin login() {
        return login;
    }

    @Bean
    HostAccess access() {
        return new HostAccess(settings, login);
    }

    @Override
    public org.springframework.validation.Validator getValidator() {
        return validator;
    }

    @Override
    public void configureMessageConverters(HttpMessageConverters.ServerBuilder converters) {
        converters.disableDefaults()
                .withStringConverter(new StringHttpMessageConverter(StandardCharsets.UTF_8))
                .withJsonConverter(new JacksonJsonHttpMessageConverter(json))
                .addCustomConverter(new ByteArrayHttpMessageConverter())
                .addCustomConverter(new ResourceHttpMessageConverter());
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new HostAccess(settings, login)).order(-1);
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new HostActor(settings, login));
    }

    /** Browsers ask again each time and get 304: after an update they never mix old and new scripts. */
    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler("/**")
                .addResourceLocations("classpath:/" + FILES)
                .setCacheControl(CacheControl.noCache());
    }
}
