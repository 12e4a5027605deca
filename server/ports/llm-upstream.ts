export interface LlmSettings {
  /** Up to and with `/v1`. */
  url: string
  key: string | undefined
  /** Whether callers may name addresses of images, which the upstream then fetches from within its own network. */
  takes_image_addresses: boolean
}

/** A request of OpenAI's wire, its `model` being the upstream's own name. */
export interface LlmRequest {
  call: 'chat/completions' | 'embeddings'
  body: Readonly<Record<string, unknown>>
}

/** The head of an answer has come; its bytes come as the upstream sends them. Ends early by throwing. */
export interface LlmAnswer {
  status: number
  body: AsyncIterable<Uint8Array>
}

/** The upstream could not be asked, or fell silent. Says nothing of who the upstream is. */
export class LlmUnreachable extends Error {
  readonly kind: 'unreachable' | 'timeout'
  constructor(kind: 'unreachable' | 'timeout', options?: ErrorOptions) {
    super(`the upstream of large models: ${kind}`, options)
    this.kind = kind
  }
}

/** Whoever runs the models: any server that speaks OpenAI's wire. */
export interface LlmUpstream {
  /** It only repeats what it is told, and is no large model. */
  readonly sandbox: boolean
  readonly takes_image_addresses: boolean
  /** Answers whatever the status; throws `LlmUnreachable`. When `signal` aborts, the body ends by throwing. */
  ask(question: LlmRequest, signal: AbortSignal): Promise<LlmAnswer>
  /** Names of the models it has. Throws `LlmUnreachable`. */
  models(signal: AbortSignal): Promise<string[]>
}
