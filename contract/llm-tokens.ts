/**
 * The stated count of tokens, used by the sandbox and wherever an upstream gave none: one for each character of Chinese,
 * Japanese or Korean, one for each four bytes (UTF-8) of each run of anything else, and four for each message.
 */

const singleTokenCharacter = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/u
const bytesPerToken = 4
const tokensPerMessage = 4

const countBytes = (character: string): number => {
  const point = character.codePointAt(0)!
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4
}

/** Counts a text that comes in pieces; what they are does not matter, as long as no character is cut. */
export class TokenCounter {
  #tokens = 0
  #run = 0

  /** What all pieces have come to, never more than they have bytes. */
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

/** All text of a JSON value, keys left out. */
export function extractJsonText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value).map(extractJsonText).join('')
}

/** What a chat request comes to: its messages and the tools it offers. */
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

/** What an embeddings request comes to: a text, texts, or tokens that were counted before. */
export function countInputTokens(input: unknown): number {
  if (typeof input === 'string') return countTokens(input)
  if (!Array.isArray(input)) return 0
  return input.reduce<number>((sum, item) => sum + (typeof item === 'number' ? 1 : countInputTokens(item)), 0)
}
