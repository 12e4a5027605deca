import type { Clock } from '#server/ports/clock.ts'
import type { Mail, MailMessage } from '#server/ports/mail.ts'

const kept = 100

interface ReceivedMail extends MailMessage {
  id: string
  at: Date
}

export interface SandboxMail extends Mail {
  /** The newest messages, the newest first. */
  inbox(): readonly ReceivedMail[]
}

/** A mailbox of our own, read at /sandbox. */
export function sandboxMail(clock: Clock): SandboxMail {
  let messages: ReceivedMail[] = []
  let count = 0
  return {
    sandbox: true,
    send: async (message) => {
      count += 1
      messages = [{ ...message, id: String(count), at: clock.now() }, ...messages].slice(0, kept)
    },
    inbox: () => messages,
  }
}
