export interface MailMessage {
  to: string
  subject: string
  /** The same content twice: recipients see the form that their program prefers. */
  text: string
  html: string
  /** Address to which a mail program posts to get no more of these (RFC 8058); absent from what cannot be turned off. */
  unsubscribe?: string
  attachments?: { name: string; type: string; bytes: Buffer }[]
  /** The same for every attempt to send one message, so that recipients can detect duplicates. */
  key?: string
}

/** Sends e-mail. Rejects if the message could not be handed over. */
export interface MailSender {
  readonly sandbox: boolean
  send(message: MailMessage): Promise<void>
}
