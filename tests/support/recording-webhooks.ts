import type { WebhookCall, WebhookSender } from '#server/ports/webhooks.ts'

/** Answers every call with the configured status, 200 at first, and records what was sent; nothing leaves the machine. */
export function createRecordingWebhooks(): WebhookSender & {
  calls: WebhookCall[]
  answer: Awaited<ReturnType<WebhookSender['post']>>
} {
  const webhooks = {
    calls: [] as WebhookCall[],
    answer: { status: 200 } as Awaited<ReturnType<WebhookSender['post']>>,
    post: async (call: WebhookCall) => {
      webhooks.calls.push(call)
      return webhooks.answer
    },
  }
  return webhooks
}
