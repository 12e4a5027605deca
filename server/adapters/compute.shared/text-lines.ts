import { StringDecoder } from 'node:string_decoder'

const maxLineLength = 8192
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal control sequences are what this removes
const controlSequences = /\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b\[[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same
const controlCharacters = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g

/** Removes colours, cursor movements and other control bytes from console text. */
export const stripControlCodes = (text: string): string => text.replace(controlSequences, '').replace(controlCharacters, '')

/** Splits a byte stream into lines of plain text; keeps characters split between chunks intact. */
export class LineCutter {
  readonly #decoder = new StringDecoder('utf8')
  #rest = ''

  /** Returns the lines that `chunk` completed. */
  push(chunk: Uint8Array): string[] {
    const parts = (this.#rest + this.#decoder.write(Buffer.from(chunk))).split('\n')
    this.#rest = (parts.pop() ?? '').slice(0, maxLineLength)
    return parts.map(cleanLine)
  }

  /** Returns the unfinished last line, if any. */
  end(): string[] {
    const rest = this.#rest + this.#decoder.end()
    this.#rest = ''
    return rest ? [cleanLine(rest)] : []
  }
}

const cleanLine = (line: string) => stripControlCodes(line).slice(0, maxLineLength)

/** Converts the engine's timestamps (nanoseconds, in Podman with a time zone) to UTC milliseconds. */
export function shortenTime(line: string): string {
  const [, time, text] = /^(\d{4}-\S+?) (.*)$/s.exec(line) ?? []
  const moment = new Date(time ?? '')
  return text === undefined || Number.isNaN(moment.getTime()) ? line : `${moment.toISOString()} ${text}`
}
