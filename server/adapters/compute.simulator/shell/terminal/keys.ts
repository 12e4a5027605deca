import { StringDecoder } from 'node:string_decoder'

export type Key =
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

type NamedKey = Exclude<Key, { name: 'text' }>['name']

const controls: Readonly<Record<string, NamedKey>> = {
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
const sequences: Readonly<Record<string, NamedKey>> = {
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
const whole_sequence = /^\x1b(?:\[([0-?]*[ -/]*[@-~])|O([A-Za-z])|[^[O])/
const begun_sequence = /^\x1b(?:\[[0-?]*[ -/]*|O)?$/
const run_of_text = /^[^\x00-\x1f\x7f-\x9f]+/
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: same
const longest_sequence = 32

/** Reads what a terminal sends into keys. Unknown sequences and control bytes are dropped. */
export class KeyReader {
  readonly #decoder = new StringDecoder('utf8')
  #pending = ''
  #after_return = false

  push(chunk: Uint8Array): Key[] {
    let rest = this.#pending + this.#decoder.write(Buffer.from(chunk))
    this.#pending = ''
    const keys: Key[] = []
    while (rest !== '') {
      if (rest.length <= longest_sequence && begun_sequence.test(rest)) {
        this.#pending = rest
        break
      }
      const { key, length } = this.#first(rest)
      if (key) keys.push(key)
      rest = rest.slice(length)
    }
    return keys
  }

  #first(rest: string): { key: Key | undefined; length: number } {
    const after_return = this.#after_return
    this.#after_return = rest[0] === '\r'
    if (rest[0] === '\n' && after_return) return { key: undefined, length: 1 }
    const text = run_of_text.exec(rest)?.[0]
    if (text) return { key: { name: 'text', text }, length: text.length }
    const sequence = whole_sequence.exec(rest.slice(0, longest_sequence))
    if (sequence) {
      const name = sequences[sequence[1] ?? sequence[2] ?? '']
      return { key: name && { name }, length: sequence[0].length }
    }
    const name = controls[rest[0]!]
    return { key: name && { name }, length: 1 }
  }
}
