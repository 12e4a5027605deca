import { StringDecoder } from 'node:string_decoder'

export type TerminalKey =
  | { name: 'text'; text: string }
  | {
      name:
        | 'enter'
        | 'backspace'
        | 'delete'
        | 'left'
        | 'right'
        | 'up'
        | 'down'
        | 'home'
        | 'end'
        | 'tab'
        | 'interrupt'
        | 'end-of-input'
        | 'clear'
        | 'cut-before'
        | 'cut-after'
        | 'cut-word'
    }

type NamedKey = Exclude<TerminalKey, { name: 'text' }>['name']

const controlKeys: Readonly<Record<string, NamedKey>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\x01': 'home',
  '\x02': 'left',
  '\x03': 'interrupt',
  '\x04': 'end-of-input',
  '\x05': 'end',
  '\x06': 'right',
  '\x08': 'backspace',
  '\x0b': 'cut-after',
  '\x0c': 'clear',
  '\x0e': 'down',
  '\x10': 'up',
  '\x15': 'cut-before',
  '\x17': 'cut-word',
  '\x7f': 'backspace',
}
const sequenceKeys: Readonly<Record<string, NamedKey>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  '1~': 'home',
  '3~': 'delete',
  '4~': 'end',
  '7~': 'home',
  '8~': 'end',
}

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: these are the bytes a terminal sends
const wholeSequence = /^\x1b(?:\[([0-?]*[ -/]*[@-~])|O([A-Za-z])|[^[O])/
const begunSequence = /^\x1b(?:\[[0-?]*[ -/]*|O)?$/
const runOfText = /^[^\x00-\x1f\x7f-\x9f]+/
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: same
const maxSequenceLength = 32

/** Parses terminal input into keys. Drops unknown sequences and control bytes. */
export class KeyReader {
  readonly #decoder = new StringDecoder('utf8')
  #pending = ''
  #after_return = false

  push(chunk: Uint8Array): TerminalKey[] {
    let rest = this.#pending + this.#decoder.write(Buffer.from(chunk))
    this.#pending = ''
    const keys: TerminalKey[] = []
    while (rest !== '') {
      if (rest.length <= maxSequenceLength && begunSequence.test(rest)) {
        this.#pending = rest
        break
      }
      const { key, length } = this.#first(rest)
      if (key) keys.push(key)
      rest = rest.slice(length)
    }
    return keys
  }

  #first(rest: string): { key: TerminalKey | undefined; length: number } {
    const afterReturn = this.#after_return
    this.#after_return = rest[0] === '\r'
    if (rest[0] === '\n' && afterReturn) return { key: undefined, length: 1 }
    const text = runOfText.exec(rest)?.[0]
    if (text) return { key: { name: 'text', text }, length: text.length }
    const sequence = wholeSequence.exec(rest.slice(0, maxSequenceLength))
    if (sequence) {
      const name = sequenceKeys[sequence[1] ?? sequence[2] ?? '']
      return { key: name && { name }, length: sequence[0].length }
    }
    const name = controlKeys[rest[0]!]
    return { key: name && { name }, length: 1 }
  }
}
