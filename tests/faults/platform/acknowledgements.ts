import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** What a client was told had happened; written after the response, so all of it must still hold after a kill. */
export type Acknowledgement =
  | { kind: 'recharge'; trade_no: string; amount_fen: string }
  | { kind: 'order'; id: string; key: string; user_id: string }
  | { kind: 'act'; instance_id: string; action: 'start' | 'shutdown' | 'restart' | 'release'; version_title: string }

export class AcknowledgementLog {
  readonly #file: string
  constructor(file: string) {
    this.#file = file
  }

  write(line: Acknowledgement): void {
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`)
  }

  all(): Acknowledgement[] {
    if (!existsSync(this.#file)) return []
    const lines = readFileSync(this.#file, 'utf8').split('\n').filter(Boolean)
    return lines.map((line) => JSON.parse(line) as Acknowledgement)
  }
}
