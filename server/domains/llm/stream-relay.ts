import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { z } from 'zod'
import { extractAnswerText, type TokenMeter } from '#server/domains/llm/usage.ts'

/** Longer than any event of a text model. */
const eventMaxChars = 4 * 1_048_576

/** The part of a chunk that goes to the caller; `failed` if the upstream sent an error or something that is not an answer. */
interface RelayedChunk {
  text: string
  failed: boolean
}

interface RelayOptions {
  model: string
  with_usage: boolean
  /** Number of answers in this stream; each ends separately. */
  choices: number
}

/**
 * Relays a stream: passes on each event as soon as it is complete, and replaces only the model name by the requested one. Drops
 * the usage-only event if the caller did not ask for it.
 */
export class StreamRelay {
  readonly #decoder = new TextDecoder()
  readonly #meter: TokenMeter
  readonly #asked: RelayOptions
  readonly #parser
  #out = ''
  #failed = false
  #done = false
  readonly #ended = new Set<number>()
  #counted = false

  constructor(meter: TokenMeter, asked: RelayOptions) {
    this.#meter = meter
    this.#asked = asked
    this.#parser = createParser({
      onEvent: (event) => this.#take(event),
      onComment: (comment) => {
        this.#out += `:${comment}\n\n`
      },
      onError: ({ type }) => {
        this.#failed ||= type === 'max-buffer-size-exceeded'
      },
      maxBufferSize: eventMaxChars,
    })
  }

  /** True once the upstream has sent `[DONE]`. */
  get done(): boolean {
    return this.#done
  }

  /** True once every answer has ended, even if the upstream never sends `[DONE]`. */
  get complete(): boolean {
    return this.#counted || this.#ended.size >= this.#asked.choices
  }

  feed(chunk: Uint8Array): RelayedChunk {
    this.#out = ''
    this.#parser.feed(this.#decoder.decode(chunk, { stream: true }))
    return { text: this.#out, failed: this.#failed }
  }

  #take({ data }: EventSourceMessage): void {
    if (this.#failed || this.#done) return
    if (data === '[DONE]') {
      this.#done = true
      this.#out += 'data: [DONE]\n\n'
      return
    }
    const chunk = parseChunk(data)
    const { choices, usage, error } = chunk
    if (error !== undefined && error !== null) {
      this.#failed = true
      return
    }
    if (Array.isArray(choices)) this.#meter.add(extractAnswerText(choices), usage)
    const onlyCounts = Array.isArray(choices) && choices.length === 0 && usage !== undefined && usage !== null
    this.#counted ||= onlyCounts
    for (const index of listEndedChoices(choices)) this.#ended.add(index)
    const { model, with_usage: withUsage } = this.#asked
    if (!onlyCounts || withUsage) this.#out += `data: ${JSON.stringify({ ...chunk, model })}\n\n`
  }
}

const Choices = z.array(z.object({ index: z.number().default(0), finish_reason: z.string().nullish() }))

/** Returns the indexes of the choices that have a finish reason in this event. */
const listEndedChoices = (choices: unknown): number[] =>
  (Choices.safeParse(choices).data ?? []).flatMap(({ index, finish_reason: finishReason }) =>
    finishReason == null ? [] : [index],
  )

function parseChunk(data: string): { choices?: unknown; usage?: unknown; error?: unknown } {
  try {
    const chunk: unknown = JSON.parse(data)
    if (typeof chunk === 'object' && chunk !== null) return chunk
  } catch {
    // Falls through: not a valid event.
  }
  return { error: 'no object' }
}
