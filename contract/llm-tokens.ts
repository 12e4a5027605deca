/**
 * The stated count of tokens, used by the sandbox and wherever an upstream gave none: one for each character of Chinese,
 * Japanese or Korean, one for each four bytes (UTF-8) of each run of anything else, and four for each message.
 */

const each_is_one = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/u
const bytes_per_token = 4
const tokens_per_message = 4

const bytesOf = (character: string): number => {
  const point = character.codePointAt(0)!
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4
}

/** Counts a text that comes in pieces; what they are does not matter, as long as no character is cut. */
export class TokenCount {
  #tokens = 0
  #run = 0

  /** What all pieces have come to, never more than they have bytes. */
  get total(): number {
    return this.#tokens + Math.ceil(this.#run / bytes_per_token)
  }

  add(piece: string): this {
    for (const character of piece) {
      if (each_is_one.test(character)) {
        this.#tokens = this.total + 1
        this.#run = 0
      } else {
        this.#run += bytesOf(character)
      }
    }
    return this
  }
}

export const countTokens = (text: string): number => new TokenCount().add(text).total

/** All text of a JSON value, keys left out. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value).map(textOf).join('')
}

/** What a chat request comes to: its messages and the tools it offers. */
export const countPrompt = ({
  messages,
  tools,
}: {
  messages: readonly unknown[]
  tools?: readonly unknown[] | undefined
}): number =>
  messages.reduce<number>((sum, message) => sum + tokens_per_message + countTokens(contentOf(message)), 0) +
  (tools ? countTokens(JSON.stringify(tools)) : 0)

function contentOf(message: unknown): string {
  const { content, tool_calls } = message as { content?: unknown; tool_calls?: unknown }
  const parts = Array.isArray(content) ? content.map((part: { text?: unknown }) => textOf(part.text)).join('') : textOf(content)
  return parts + (tool_calls ? JSON.stringify(tool_calls) : '')
}

/** What an embeddings request comes to: a text, texts, or tokens that were counted before. */
export function countInput(input: unknown): number {
  if (typeof input === 'string') return countTokens(input)
  if (!Array.isArray(input)) return 0
  return input.reduce<number>((sum, item) => sum + (typeof item === 'number' ? 1 : countInput(item)), 0)
}
