# The image has layers: libraries, which rarely change, below our own classes, which change with every build.
FROM eclipse-temurin:25.0.4_7-jdk-noble AS build
WORKDIR /build
# Where mvnw downloads Maven: --build-arg MVNW_REPOURL=... Where Maven downloads artifacts: --secret id=settings,src=settings.xml
ARG MVNW_REPOURL=""
COPY mvnw pom.xml ./
COPY .mvn .mvn
COPY src src
ENV MAVEN_USER_HOME=/maven
RUN --mount=type=cache,target=/maven --mount=type=secret,id=settings \
    ./mvnw -B -q -Dmaven.repo.local=/maven/repository $([ -f /run/secrets/settings ] && echo -s /run/secrets/settings) -DskipTests package \
    && java -Djarmode=tools -jar target/bulk-action-*-exec.jar extract --layers --destination layers \
    && mv layers/application/bulk-action-*-exec.jar layers/application/bulk-action.jar

FROM eclipse-temurin:25.0.4_7-jre-noble
RUN useradd --system --uid 10001 --home-dir /bulk-action --create-home bulk-action
WORKDIR /bulk-action
USER 10001
COPY --from=build /build/layers/dependencies/ ./
COPY --from=build /build/layers/spring-boot-loader/ ./
COPY --from=build /build/layers/snapshot-dependencies/ ./
COPY --from=build /build/layers/application/ ./
# Nobody reaches the loopback address of a container. Whoever runs it decides which ports to publish.
ENV SERVER_ADDRESS=0.0.0.0 \
    JAVA_TOOL_OPTIONS="-XX:MaxRAMPercentage=75 -XX:+ExitOnOutOfMemoryError"
EXPOSE 8080
# exec form: SIGTERM must reach the JVM, which then finishes its running jobs
ENTRYPOINT ["java", "--enable-native-access=ALL-UNNAMED", "-jar", "bulk-action.jar"]
