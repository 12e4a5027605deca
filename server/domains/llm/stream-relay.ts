import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { z } from 'zod'
import { extractAnswerText, type TokenMeter } from '#server/domains/llm/usage.ts'

/** Longer than any event of a text model. */
const eventMaxChars = 4 * 1_048_576

/** What of a chunk goes to the caller; `failed` when the upstream said, or sent, what is no answer. */
interface RelayedChunk {
  text: string
  failed: boolean
}

interface RelayOptions {
  model: string
  with_usage: boolean
  /** How many answers come in this stream, each with an end of its own. */
  choices: number
}

/**
 * Reads a stream on its way through: each event is passed on in the moment in which it is whole, unchanged but for the name
 * of the model, which is the one that was asked for. The event with nothing but the counts is left out where the caller did not
 * ask for it.
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

  /** True once the upstream has said that this is all. */
  get done(): boolean {
    return this.#done
  }

  /** Every answer has come to its end, whether or not the upstream says so after it. */
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

/** The choices that say, in this event, why they end. */
const listEndedChoices = (choices: unknown): number[] =>
  (Choices.safeParse(choices).data ?? []).flatMap(({ index, finish_reason: finishReason }) =>
    finishReason == null ? [] : [index],
  )

function parseChunk(data: string): { choices?: unknown; usage?: unknown; error?: unknown } {
  try {
    const chunk: unknown = JSON.parse(data)
    if (typeof chunk === 'object' && chunk !== null) return chunk
  } catch {
    // Falls through: it is no event of an answer.
  }
  return { error: 'no object' }
}
