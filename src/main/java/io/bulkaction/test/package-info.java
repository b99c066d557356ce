/**
 * The test kit: lets a test of an application see what was submitted, run it, and move time, without a Redis to install.
 *
 * <p>Annotate a test with {@link io.bulkaction.test.AutoConfigureBulkActions} and inject a
 * {@link io.bulkaction.test.BulkActionProbe} and, where time matters, a {@link io.bulkaction.test.BulkActionClock}:
 *
 * {@snippet class="com.example.shop.MonthEndTest" region="test"}
 *
 * <p>Needs what {@code spring-boot-starter-test} brings along; on a real Redis also {@code org.signal:embedded-redis}.
 */
// May use: internal.testkit.
@NullMarked
package io.bulkaction.test;

import org.jspecify.annotations.NullMarked;
