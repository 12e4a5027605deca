import { EditLine } from './edit-line.ts'
import { KeyReader, type TerminalKey } from './keys.ts'
import { LineScreen } from './screen.ts'

export type TerminalReadResult = { line: string } | 'interrupted' | 'ended'

export interface TerminalOptions {
  /** Writes to the terminal. */
  write(text: string): void
  size: { cols: number; rows: number }
  /** Returns the text to insert for the line up to the cursor, or the possible choices. */
  complete(line: string): Promise<{ insert: string; choices: string[] }>
  /** Handles Ctrl-C while no line is being read. */
  interrupt(): void
}

interface LineReading {
  prompt: string
  history: string[]
  line: EditLine
  /** Position in the history; its length stands for the new line, which is kept in `draft`. */
  place: number
  draft: string
  answer: (result: TerminalReadResult) => void
}

const maxWaitingKeys = 4096

const editByKey: Partial<Record<TerminalKey['name'], (line: EditLine) => void>> = {
  'end-of-input': (line) => line.delete(),
  backspace: (line) => line.backspace(),
  delete: (line) => line.delete(),
  left: (line) => line.move(line.at - 1),
  right: (line) => line.move(line.at + 1),
  home: (line) => line.move(0),
  end: (line) => line.move(line.cells.length),
  'cut-before': (line) => line.cutBefore(),
  'cut-after': (line) => line.cutAfter(),
  'cut-word': (line) => line.cutWord(),
}

/** Line discipline of one terminal: echo, editing, history, completion and type-ahead. */
export class LineTerminal {
  readonly #options: TerminalOptions
  readonly #keys = new KeyReader()
  readonly #screen = new LineScreen()
  #waiting: TerminalKey[] = []
  #reading: LineReading | undefined
  #completing = false
  #closed = false

  constructor(options: TerminalOptions) {
    this.#options = options
  }

  /** Processes bytes from the user. */
  async input(chunk: Uint8Array): Promise<void> {
    const keys = this.#keys.push(chunk)
    if (!this.#reading && keys.some(({ name }) => name === 'interrupt')) {
      this.#waiting = []
      this.#options.write('^C')
      this.#options.interrupt()
      return
    }
    this.#waiting.push(...keys.slice(0, maxWaitingKeys - this.#waiting.length))
    await this.#work()
  }

  /** Shows `prompt` and reads one line; adds the line to `history` if given. */
  readLine(prompt: string, history: string[] = []): Promise<TerminalReadResult> {
    if (this.#closed) return Promise.resolve('ended')
    return new Promise((answer) => {
      this.#reading = { prompt, history, line: new EditLine(), place: history.length, draft: '', answer }
      this.#screen.leave()
      if (prompt) this.#draw()
      void this.#work()
    })
  }

  redraw(): void {
    if (this.#reading) this.#draw()
  }

  close(): void {
    this.#closed = true
    this.#finish('ended', '')
  }

  async #work(): Promise<void> {
    if (this.#completing) return
    let dirty = false
    while (this.#reading && this.#waiting.length > 0) {
      const key = this.#waiting.shift()!
      if (key.name === 'tab') {
        this.#completing = true
        await this.#complete(this.#reading).finally(() => {
          this.#completing = false
        })
      } else this.#apply(key, this.#reading)
      dirty = true
    }
    if (dirty && this.#reading) this.#draw()
  }

  #draw(): void {
    const { prompt, line } = this.#reading!
    this.#options.write(this.#screen.draw(prompt, line, this.#options.size.cols))
  }

  #drawWithCursorAtEnd(line: EditLine): void {
    const { at } = line
    line.move(line.cells.length)
    this.#draw()
    line.move(at)
  }

  /** Ends the current read with the cursor below the whole line. */
  #finish(result: TerminalReadResult, mark: string): void {
    const reading = this.#reading
    if (!reading) return
    this.#drawWithCursorAtEnd(reading.line)
    this.#reading = undefined
    this.#options.write(`${mark}\n`)
    reading.answer(result)
  }

  #apply(key: TerminalKey, reading: LineReading): void {
    const { line } = reading
    if (key.name === 'text') line.insert(key.text)
    else if (key.name === 'enter') this.#accept(reading)
    else if (key.name === 'interrupt') this.#finish('interrupted', '^C')
    else if (key.name === 'end-of-input' && line.cells.length === 0) this.#finish('ended', '')
    else if (key.name === 'up') recallHistory(reading, reading.place - 1)
    else if (key.name === 'down') recallHistory(reading, reading.place + 1)
    else if (key.name === 'clear') this.#clear()
    else editByKey[key.name]?.(line)
  }

  #clear(): void {
    this.#screen.leave()
    this.#options.write('\x1b[H\x1b[2J')
  }

  #accept(reading: LineReading): void {
    const line = reading.line.text
    addToHistory(reading.history, line)
    this.#finish({ line }, '')
  }

  async #complete(reading: LineReading): Promise<void> {
    const { line } = reading
    const { insert, choices } = await this.#options.complete(line.cells.slice(0, line.at).join(''))
    if (this.#reading !== reading) return
    line.insert(insert)
    if (insert || choices.length < 2) return
    this.#drawWithCursorAtEnd(line)
    this.#options.write(`\n${choices.join('  ')}\n`)
    this.#screen.leave()
  }
}

const maxHistory = 200

function addToHistory(history: string[], line: string): void {
  if (line.trim() === '' || line === history.at(-1)) return
  history.push(line)
  history.splice(0, history.length - maxHistory)
}

function recallHistory(reading: LineReading, place: number): void {
  const { history, line } = reading
  if (place < 0 || place > history.length) return
  if (reading.place === history.length) reading.draft = line.text
  reading.place = place
  line.set(history[place] ?? reading.draft)
}
