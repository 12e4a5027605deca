export interface WebhookCall {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** Why an address of a person was not called, or not taken as answered. */
export type WebhookFailure = 'address' | 'unreachable' | 'timeout' | 'redirect' | 'answer'

/** Calls addresses that strangers chose. */
export interface WebhookSender {
  /** The status of the answer, or why there is none. Never rejects. */
  post(call: WebhookCall): Promise<{ status: number } | { failure: WebhookFailure }>
}
