package io.bulkaction.internal.boot;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanNotOfRequiredTypeException;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;

/** The bean that a setting names, for applications that have several of its type. */
final class NamedBean {

    private NamedBean() {}

    static <T> T get(BeanFactory beans, String name, Class<T> type, String setting) {
        try {
            return beans.getBean(name, type);
        } catch (NoSuchBeanDefinitionException | BeanNotOfRequiredTypeException wrong) {
            // why without the cause: Spring Boot would explain that one, and advise to define a bean
            throw new IllegalStateException(
                    setting + " is '" + name + "', and there is no " + type.getSimpleName() + " bean of that name");
        }
    }
}
