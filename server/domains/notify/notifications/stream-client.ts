import type { StreamRow } from '#server/domains/notify/notifications/stream.repo.ts'

/** Where frames go; `backlog` is bytes written and not yet taken by the network. */
export interface StreamOutlet {
  /** Called once, before anything is written: from here on nothing that is committed can be missed. */
  begin(): void
  write(frame: string): void
  backlog(): number
  /** Resolves when the network has taken what was written, or will take nothing any more. */
  drained(): Promise<void>
  end(): void
}

/** Whose stream it is, and which session and token opened it. */
export interface StreamListener {
  user_id: string
  session_id: string
  expires_at: Date
}

/** A reader with more than this to take is not written to until it has taken it. */
const backlogMax = 64 * 1024
/** Who is this many events behind is cut off, and resumes by Last-Event-ID. */
const waitingMax = 10_000

export const formatStreamFrame = (row: Pick<StreamRow, 'position' | 'message'>): string =>
  `id: ${row.position}\ndata: ${JSON.stringify(row.message)}\n\n`
const keepaliveFrame = `data: ${JSON.stringify({ type: 'keepalive' })}\n\n`
const formatResetFrame = (head: bigint): string => `id: ${head}\ndata: ${JSON.stringify({ type: 'reset' })}\n\n`

/** One open stream. While it catches up, live rows wait; a row is written once, in order, whichever way it came. */
export class StreamClient {
  readonly listener: StreamListener
  readonly #outlet: StreamOutlet
  #cursor: bigint
  readonly #onBehind: () => void
  #waiting: StreamRow[] | undefined = []
  #closed = false

  /** `onBehind` is called when the reader cannot keep up: then the table is to be replayed from `cursor` again. */
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

  /** Rows of the replay, oldest first, as fast as the reader takes them: who was away long has much to read. */
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
