import type { StreamRow } from '#server/domains/notify/notifications/stream.repo.ts'

/** Destination of stream frames; `backlog` is the number of bytes written but not yet accepted by the network. */
export interface StreamOutlet {
  /** Called once, before anything is written; from here on no committed event can be missed. */
  begin(): void
  write(frame: string): void
  backlog(): number
  /** Resolves once the network has accepted the written data, or can accept no more. */
  drained(): Promise<void>
  end(): void
}

/** The stream's user, and the session and token that opened it. */
export interface StreamListener {
  user_id: string
  session_id: string
  expires_at: Date
}

/** Writing pauses while a client's backlog exceeds this many bytes. */
const backlogMax = 64 * 1024
/** A client this many events behind is disconnected and resumes by Last-Event-ID. */
const waitingMax = 10_000

export const formatStreamFrame = (row: Pick<StreamRow, 'position' | 'message'>): string =>
  `id: ${row.position}\ndata: ${JSON.stringify(row.message)}\n\n`
const keepaliveFrame = `data: ${JSON.stringify({ type: 'keepalive' })}\n\n`
const formatResetFrame = (head: bigint): string => `id: ${head}\ndata: ${JSON.stringify({ type: 'reset' })}\n\n`

/** One open stream. Live rows wait during catch-up; each row is written once and in order, whether replayed or live. */
export class StreamClient {
  readonly listener: StreamListener
  readonly #outlet: StreamOutlet
  #cursor: bigint
  readonly #onBehind: () => void
  #waiting: StreamRow[] | undefined = []
  #closed = false

  /** `onBehind` is called if the client cannot keep up; the caller then replays the table from `cursor`. */
  constructor(listener: StreamListener, outlet: StreamOutlet, cursor: bigint, onBehind: () => void) {
    this.listener = listener
    this.#outlet = outlet
    this.#cursor = cursor
    this.#onBehind = onBehind
  }

  get cursor(): bigint {
    return this.#cursor
  }
  get closed(): boolean {
    return this.#closed
  }

  /** Writes replayed rows, oldest first, at the client's pace, because a long absence means many rows. */
  async replay(rows: readonly StreamRow[]): Promise<void> {
    for (const row of rows) {
      if (this.#outlet.backlog() > backlogMax) await this.#outlet.drained()
      this.#send(row)
    }
  }

  startOver(head: bigint): void {
    this.#cursor = head
    this.#outlet.write(formatResetFrame(head))
  }

  caughtUp(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    for (const row of waiting) this.#send(row)
  }

  live(row: StreamRow): void {
    if (this.#waiting) {
      this.#waiting.push(row)
      if (this.#waiting.length > waitingMax) this.close()
    } else if (this.#outlet.backlog() > backlogMax) {
      this.#waiting = []
      this.#onBehind()
    } else this.#send(row)
  }

  keepalive(): void {
    if (!this.#closed) this.#outlet.write(keepaliveFrame)
  }

  close(): void {
    this.#closed = true
    this.#outlet.end()
  }

  #send(row: StreamRow): void {
    if (this.#closed || row.position <= this.#cursor) return
    this.#cursor = row.position
    this.#outlet.write(formatStreamFrame(row))
  }
}
