export interface LlmSettings {
  /** Base URL including `/v1`. */
  url: string
  key: string | undefined
  /** Whether users may pass image addresses, which the upstream then fetches from inside its own network. */
  takes_image_addresses: boolean
}

/** A request in OpenAI's format; `model` is the upstream's own name. */
export interface LlmRequest {
  call: 'chat/completions' | 'embeddings'
  body: Readonly<Record<string, unknown>>
}

/** The response head has arrived; the body streams as the upstream sends it. A premature end throws. */
export interface LlmAnswer {
  status: number
  body: AsyncIterable<Uint8Array>
}

/** The upstream could not be reached, or stopped sending. The error does not reveal the upstream. */
export class LlmUnreachable extends Error {
  readonly kind: 'unreachable' | 'timeout'
  constructor(kind: 'unreachable' | 'timeout', options?: ErrorOptions) {
    super(`the upstream of large models: ${kind}`, options)
    this.kind = kind
  }
}

/** The server that runs the models; any server with an OpenAI-compatible API. */
export interface LlmUpstream {
  /** The sandbox only echoes its input and is not a real model. */
  readonly sandbox: boolean
  readonly takes_image_addresses: boolean
  /** Sends a request and returns the answer whatever its status; throws `LlmUnreachable`. If `signal` aborts, the body throws. */
  ask(question: LlmRequest, signal: AbortSignal): Promise<LlmAnswer>
  /** Returns the names of its models. Throws `LlmUnreachable`. */
  models(signal: AbortSignal): Promise<string[]>
}
