export interface MailMessage {
  to: string
  subject: string
  text: string
  attachments?: { name: string; type: string; bytes: Buffer }[]
  /** The same for every attempt to send one message, so that recipients can detect duplicates. */
  key?: string
}

/** Sends e-mail. Rejects if the message could not be handed over. */
export interface MailSender {
  readonly sandbox: boolean
  send(message: MailMessage): Promise<void>
}
