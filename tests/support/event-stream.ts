import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { streamPath } from '#contract/stream.ts'
import type { HeldClock } from '#tests/support/held-clock.ts'

export interface StreamEvent {
  id: string | undefined
  data: Record<string, unknown>
}

/** One console's event stream over a real connection: keeps its cursor, can be cut at any moment, and resumes. */
export class StreamReader {
  /** All events except keepalives, over all connections. */
  readonly events: StreamEvent[] = []
  keepalives = 0
  status: number | undefined
  /** Set when the response is not a stream. */
  body = ''
  /** Whether the newest connection has been closed, by either side. */
  ended = true
  last_event_id: string | undefined
  readonly #port: number
  #request: http.ClientRequest | undefined
  #rest = ''

  constructor(app: FastifyInstance, lastEventId?: string) {
    this.#port = (app.server.address() as AddressInfo).port
    this.last_event_id = lastEventId
  }

  open(token: string | undefined): void {
    this.ended = false
    this.status = undefined
    this.#rest = ''
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(this.last_event_id !== undefined && { 'last-event-id': this.last_event_id }),
    }
    const path = streamPath.replace(':client_id', 'tests')
    const request = http.get({ host: '127.0.0.1', port: this.#port, path, headers, agent: false }, (response) => {
      this.status = response.statusCode
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        if (request === this.#request) this.#receive(chunk)
      })
      response.on('error', () => undefined)
      response.on('close', () => this.#over(request))
    })
    request.on('error', () => this.#over(request))
    this.#request = request
  }

  /** Simulates a network failure: data in flight is lost. */
  cut(): void {
    const request = this.#request
    this.#request = undefined
    request?.destroy()
    this.ended = true
  }

  #over(request: http.ClientRequest): void {
    if (request === this.#request) this.ended = true
  }

  #receive(chunk: string): void {
    if (this.status !== 200) {
      this.body += chunk
      return
    }
    const frames = (this.#rest + chunk).split('\n\n')
    this.#rest = frames.pop() ?? ''
    for (const frame of frames) this.#take(frame.split('\n'))
  }

  #take(lines: readonly string[]): void {
    const fieldOf = (field: string) => lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2)
    const data = fieldOf('data')
    if (data === undefined) return
    const message = JSON.parse(data) as Record<string, unknown>
    if (message.type === 'keepalive') this.keepalives += 1
    else this.events.push({ id: fieldOf('id'), data: message })
    this.last_event_id = fieldOf('id') ?? this.last_event_id
  }
}

const roundsMax = 300_000

/**
 * Advances the network and, in small steps, the clock until a condition holds. The clock stops while nothing sleeps: code that
 * is running is querying the database, and its token must not expire because a busy machine was slow.
 */
export async function advanceUntil(clock: HeldClock, so: () => boolean, stepMs = 1): Promise<void> {
  for (let round = 0; !so(); round += 1) {
    if (round === roundsMax) throw new Error('what was waited for has not come')
    if (round % 10 === 0 && clock.sleeping > 0) await clock.advance(stepMs)
    // A database server needs real time to answer, and more on a busy machine.
    await (round % 20 === 19 ? delay(1) : setImmediate())
  }
}
