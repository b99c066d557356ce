package io.bulkaction.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.conditions.ArchConditions.dependOnClassesThat;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;

/** What code does or leaves in every room. */
record Habits(String base) {

    private static final Pattern STARTS_A_THREAD = Pattern.compile("start|startVirtualThread|ofVirtual|ofPlatform");

    ArchRule onlyTheEngineRoomsStartThreads() {
        return noClasses().that().resideOutsideOfPackages(
                base + ".internal.engine..", base + ".internal.run..", base + ".internal.loop..",
                base + ".internal.operate..", base + ".internal.testkit..", base + ".server.web.security..")
                .should(startThreads())
                .as("only engine, run, loop, operate, the test kit and the password checks of web.security start threads");
    }

    /** A payload or a key that becomes a Java object of the sender's choice runs the sender's code. */
    ArchRule nobodyDeserialisesJava() {
        return noClasses()
                .should(dependOnClassesThat(describe("read or write Java's own format", Habits::isJavaSerialisation)))
                .orShould().callMethodWhere(describe("Jackson takes class names from the text",
                        call -> call.getTarget().getName().startsWith("activateDefaultTyping")))
                .as("nobody deserialises Java objects");
    }

    ArchRule packagesAreNullMarked() {
        return classes().that().areTopLevelClasses().should(liveInANullMarkedPackage()).as("packages are @NullMarked");
    }

    ArchRule packagesAreNamedByPurpose() {
        return noClasses().should().resideInAnyPackage(
                base + "..util..", base + "..utils..", base + "..common..", base + "..helper..", base + "..impl..",
                base + "..dto..", base + "..model..")
                .as("packages are named by purpose");
    }

    private static boolean isJavaSerialisation(JavaClass type) {
        return type.isAssignableTo(ObjectInputStream.class)
                || type.isAssignableTo(ObjectOutputStream.class)
                || Set.of("java.beans.XMLDecoder", "org.springframework.util.SerializationUtils",
                        "org.springframework.core.serializer.DefaultDeserializer",
                        "org.springframework.data.redis.serializer.JdkSerializationRedisSerializer")
                        .contains(type.getName());
    }

    private static ArchCondition<JavaClass> startThreads() {
        return new ArchCondition<>("start threads") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                type.getAccessesFromSelf().stream()
                        .filter(STARTING)
                        .forEach(access -> events.add(SimpleConditionEvent.satisfied(access, access.getDescription())));
            }
        };
    }

    private static final DescribedPredicate<JavaAccess<?>> STARTING = describe("starts a thread", access -> {
        JavaClass owner = access.getTargetOwner();
        String name = access.getTarget().getName();
        if (owner.isAssignableTo(Thread.class) || owner.getName().startsWith("java.lang.Thread$Builder")) {
            return access instanceof JavaConstructorCall || STARTS_A_THREAD.matcher(name).matches();
        }
        return owner.isEquivalentTo(Executors.class)
                || access instanceof JavaConstructorCall
                        && (owner.isAssignableTo(Executor.class) || owner.isEquivalentTo(java.util.Timer.class))
                || owner.isEquivalentTo(ForkJoinPool.class)
                || owner.isEquivalentTo(CompletableFuture.class) && name.endsWith("Async");
    });

    private static ArchCondition<JavaClass> liveInANullMarkedPackage() {
        return new ArchCondition<>("live in a @NullMarked package") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
                events.add(new SimpleConditionEvent(type, marked, type.getName() + " in " + type.getPackageName()));
            }
        };
    }
}
