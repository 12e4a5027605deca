import type { Clock } from '#server/ports/clock.ts'
import type { MailMessage, MailSender } from '#server/ports/mail.ts'

const maxKeptMails = 100

interface ReceivedMail extends MailMessage {
  id: string
  at: Date
}

export interface SandboxMail extends MailSender {
  /** The most recent messages, newest first. */
  inbox(): readonly ReceivedMail[]
}

/** A built-in mailbox, shown at /sandbox. */
export function createSandboxMail(clock: Clock): SandboxMail {
  let messages: ReceivedMail[] = []
  let count = 0
  return {
    sandbox: true,
    send: async (message) => {
      count += 1
      messages = [{ ...message, id: String(count), at: clock.now() }, ...messages].slice(0, maxKeptMails)
    },
    inbox: () => messages,
  }
}
