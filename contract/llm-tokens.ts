/**
 * Token estimate for the sandbox and for upstreams that report no usage: one token per Chinese, Japanese or Korean character, one
 * per four bytes (UTF-8) of each run of other characters, and four per message.
 */

const singleTokenCharacter = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/u
const bytesPerToken = 4
const tokensPerMessage = 4

const countBytes = (character: string): number => {
  const point = character.codePointAt(0)!
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4
}

/** Counts the tokens of a text that arrives in chunks. Chunk boundaries do not matter unless they split a character. */
export class TokenCounter {
  #tokens = 0
  #run = 0

  /** Tokens of all chunks so far; never more than their bytes. */
  get total(): number {
    return this.#tokens + Math.ceil(this.#run / bytesPerToken)
  }

  add(piece: string): this {
    for (const character of piece) {
      if (singleTokenCharacter.test(character)) {
        this.#tokens = this.total + 1
        this.#run = 0
      } else {
        this.#run += countBytes(character)
      }
    }
    return this
  }
}

export const countTokens = (text: string): number => new TokenCounter().add(text).total

/** Returns all text in a JSON value, without the keys. */
export function extractJsonText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value).map(extractJsonText).join('')
}

/** Counts the tokens of a chat request: its messages and tools. */
export const countPromptTokens = ({
  messages,
  tools,
}: {
  messages: readonly unknown[]
  tools?: readonly unknown[] | undefined
}): number =>
  messages.reduce<number>((sum, message) => sum + tokensPerMessage + countTokens(extractMessageText(message)), 0) +
  (tools ? countTokens(JSON.stringify(tools)) : 0)

function extractMessageText(message: unknown): string {
  const { content, tool_calls: toolCalls } = message as { content?: unknown; tool_calls?: unknown }
  const parts = Array.isArray(content)
    ? content.map((part: { text?: unknown }) => extractJsonText(part.text)).join('')
    : extractJsonText(content)
  return parts + (toolCalls ? JSON.stringify(toolCalls) : '')
}

/** Counts the tokens of an embeddings request: a text, several texts, or ready-made tokens. */
export function countInputTokens(input: unknown): number {
  if (typeof input === 'string') return countTokens(input)
  if (!Array.isArray(input)) return 0
  return input.reduce<number>((sum, item) => sum + (typeof item === 'number' ? 1 : countInputTokens(item)), 0)
}
