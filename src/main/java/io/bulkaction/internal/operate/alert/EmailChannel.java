package io.bulkaction.internal.operate.alert;

import io.bulkaction.internal.logging.OneLine;
import io.bulkaction.internal.settings.AlertSettings;
import io.bulkaction.spi.Alert;
import io.bulkaction.spi.AlertChannel;
import org.springframework.mail.SimpleMailMessage;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.mail.javamail.JavaMailSenderImpl;

/** Sends alerts by e-mail. */
public final class EmailChannel implements AlertChannel {

    private static final String TIMEOUT_MILLIS = "10000";

    private final JavaMailSender mail;
    private final AlertSettings.Email settings;

    public EmailChannel(JavaMailSender mail, AlertSettings.Email settings) {
        this.mail = mail instanceof JavaMailSenderImpl configured && configured.getHost() != null ? bounded(configured)
                : mail;
        this.settings = settings;
    }

    @Override
    public String name() {
        return "email";
    }

    @Override
    public void send(Alert alert) {
        SimpleMailMessage message = new SimpleMailMessage();
        message.setFrom(settings.from());
        message.setTo(settings.to().toArray(String[]::new));
        String state = alert.isResolved() ? "RESOLVED" : alert.severity().name();
        message.setSubject(OneLine.of("[bulk-action] " + state + ": " + alert.title()));
        message.setText(text(alert));
        mail.send(message);
    }

    private static String text(Alert alert) {
        StringBuilder text = new StringBuilder();
        text.append(alert.title()).append("\n\n").append(alert.message()).append("\n\n");
        text.append("type: ").append(alert.type()).append('\n');
        text.append("queue: ").append(alert.queue()).append('\n');
        text.append("raised: ").append(alert.raisedAt()).append('\n');
        if (alert.resolvedAt() != null) {
            text.append("resolved: ").append(alert.resolvedAt()).append('\n');
        }
        alert.details().forEach((name, value) -> text.append(name).append(": ").append(value).append('\n'));
        return text.toString();
    }

    /** Jakarta Mail has no timeouts by default. Changes a copy: the application's own sender stays as it is. */
    private static JavaMailSender bounded(JavaMailSenderImpl configured) {
        JavaMailSenderImpl copy = new JavaMailSenderImpl();
        copy.setProtocol(configured.getProtocol());
        copy.setHost(configured.getHost());
        copy.setPort(configured.getPort());
        copy.setUsername(configured.getUsername());
        copy.setPassword(configured.getPassword());
        copy.setDefaultEncoding(configured.getDefaultEncoding());
        copy.getJavaMailProperties().putAll(configured.getJavaMailProperties());
        String protocol = configured.getProtocol() == null ? "smtp" : configured.getProtocol();
        for (String timeout : new String[] {"connectiontimeout", "timeout", "writetimeout"}) {
            copy.getJavaMailProperties().putIfAbsent("mail." + protocol + "." + timeout, TIMEOUT_MILLIS);
        }
        return copy;
    }
}
