import { StringDecoder } from 'node:string_decoder'

const longest_line = 8192
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal control sequences are what this removes
const sequences = /\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b\[[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g

/** Console text without colours, cursor movements and other control bytes. */
export const plainText = (text: string): string => text.replace(sequences, '').replace(controls, '')

/** Cuts a byte stream into lines of plain text; a character split between chunks stays whole. */
export class LineCutter {
  readonly #decoder = new StringDecoder('utf8')
  #rest = ''

  /** Gives the lines that `chunk` completed. */
  push(chunk: Uint8Array): string[] {
    const parts = (this.#rest + this.#decoder.write(Buffer.from(chunk))).split('\n')
    this.#rest = (parts.pop() ?? '').slice(0, longest_line)
    return parts.map(tidy)
  }

  /** Gives the unfinished last line, if any. */
  end(): string[] {
    const rest = this.#rest + this.#decoder.end()
    this.#rest = ''
    return rest ? [tidy(rest)] : []
  }
}

const tidy = (line: string) => plainText(line).slice(0, longest_line)
