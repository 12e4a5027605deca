import { appendFile, readFile } from 'node:fs/promises'
import { writeDurably } from './durable-file.ts'

const maxLinesKept = 1000

/** Console of one instance. Every line ever written has a number; the newest lines are kept on disk. */
export class ConsoleLog {
  readonly #file: string
  #first = 0
  #lines: string[] | undefined
  #in_file = 0

  constructor(file: string) {
    this.#file = file
  }

  async append(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return
    const kept = await this.#load()
    kept.push(...lines)
    this.#in_file += lines.length
    const surplus = Math.max(0, kept.length - maxLinesKept)
    kept.splice(0, surplus)
    this.#first += surplus
    if (this.#in_file <= 2 * maxLinesKept) return appendFile(this.#file, `${lines.join('\n')}\n`, { mode: 0o600 })
    this.#in_file = kept.length
    await writeDurably(this.#file, `${kept.join('\n')}\n`)
  }

  /** Returns the kept lines numbered `from` and later, and the number of the next line. */
  async since(from: number): Promise<{ lines: string[]; next: number }> {
    const kept = await this.#load()
    return { lines: kept.slice(Math.max(0, from - this.#first)), next: this.#first + kept.length }
  }

  async #load(): Promise<string[]> {
    if (!this.#lines) {
      const text = await readFile(this.#file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      })
      const all = text.split('\n').slice(0, -1)
      this.#in_file = all.length
      this.#lines ??= all.slice(-maxLinesKept)
    }
    return this.#lines
  }
}
