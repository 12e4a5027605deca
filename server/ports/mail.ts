export interface MailMessage {
  to: string
  subject: string
  text: string
  attachments?: { name: string; type: string; bytes: Buffer }[]
  /** The same for every try to send one message, so that who gets it twice can tell. */
  key?: string
}

/** Sends e-mail. Rejects when the message could not be handed over. */
export interface MailSender {
  readonly sandbox: boolean
  send(message: MailMessage): Promise<void>
}
