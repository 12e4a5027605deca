import { createTransport } from 'nodemailer'
import type { MailSender } from '#server/ports/mail.ts'

/** `url`: `smtps://user:password@smtp.example.cn:465`, or `smtp://…:587`, which must upgrade to TLS. */
export interface SmtpConfig {
  url: string
  from: string
}

const smtpTimeoutMs = 10_000

/** Sends messages through a configured mail server. Use `tls: false` only for a server on this machine. */
export function createSmtpMail({ url, from }: SmtpConfig, { tls = true }: { tls?: boolean } = {}): MailSender {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: tls && !secure,
    ignoreTLS: !tls,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: smtpTimeoutMs,
    greetingTimeout: smtpTimeoutMs,
    socketTimeout: smtpTimeoutMs,
    // Attachments are passed as bytes; nothing is read from files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.replace(/^.*@/, '').replace(/>.*$/, '')
  return {
    sandbox: false,
    send: async ({ to, subject, text, html, unsubscribe, attachments = [], key }) => {
      await transport.sendMail({
        from,
        to,
        subject,
        text,
        html,
        ...(unsubscribe !== undefined && {
          headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        }),
        ...(key !== undefined && { messageId: `<${key}@${domain}>` }),
        attachments: attachments.map(({ name, type, bytes }) => ({ filename: name, contentType: type, content: bytes })),
      })
    },
  }
}
