export interface WebhookCall {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** Why a user's webhook was not called, or its answer not accepted. */
export type WebhookFailure = 'address' | 'unreachable' | 'timeout' | 'redirect' | 'answer'

/** Calls webhook addresses chosen by users, which are untrusted. */
export interface WebhookSender {
  /** Returns the response status, or why there is none. Never rejects. */
  post(call: WebhookCall): Promise<{ status: number } | { failure: WebhookFailure }>
}
