import { createHash } from 'node:crypto'
import { countInput, countPrompt, countTokens, TokenCount, textOf } from '#contract/llm-tokens.ts'
import { valueFor } from '#server/adapters/llm-upstream.sandbox/schema-value.ts'

/** The two models the sandbox has. */
export const echo_model = 'zhisuan-echo'
export const embedding_model = 'zhisuan-embedding'
/** Of both, in tokens. */
export const sandbox_context_length = 131_072
const dimensions_usual = 64
export const dimensions_max = 4096
export const stops_max = 4
/** Of the chat model: what each image counts, and the most `n`. */
export const sandbox_image_tokens = 256
export const sandbox_choices_max = 4

export interface ChatRequest {
  model: string
  messages: { role: string; content?: unknown }[]
  tools?: { function?: { name?: unknown; parameters?: unknown } }[]
  tool_choice?: unknown
  response_format?: { type?: unknown; json_schema?: { schema?: unknown } } | null
  stop?: string | string[] | null
  n?: number | null
  max_tokens?: number | null
  max_completion_tokens?: number | null
}

interface ToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

export interface ChatReply {
  /** Pieces of the answer, in the order in which they are streamed. */
  pieces: string[]
  tool_calls: ToolCall[]
  finish_reason: 'stop' | 'length' | 'tool_calls'
  usage: Usage
}

interface Usage {
  prompt_tokens: number
  completion_tokens: number
  total_tokens: number
  prompt_tokens_details: { cached_tokens: number }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const isImage = ({ type }: { type?: unknown }) => type === 'image_url'
const imagesIn = (content: unknown): number => (Array.isArray(content) ? content.filter(isImage).length : 0)
/** What a prompt counts, images included. */
export const promptOf = (request: ChatRequest): number =>
  countPrompt(request) + request.messages.reduce((sum, { content }) => sum + imagesIn(content), 0) * sandbox_image_tokens

const contentOf = (content: unknown): string =>
  Array.isArray(content)
    ? content.map((part: { type?: unknown; text?: unknown }) => (isImage(part) ? '[图片]' : textOf(part.text))).join('')
    : textOf(content)

/**
 * The rule for tools: one is called when the last message is the user's and `tool_choice` demands it, or leaves it open and
 * that message names a tool. Its arguments are valid for its parameters, texts being the message; a tool without any is given
 * `{"input": <the message>}`.
 */
function toolOf({ tools = [], tool_choice, messages }: ChatRequest): string | undefined {
  const last = messages.at(-1)
  if (last?.role !== 'user' || tool_choice === 'none') return undefined
  const names = tools.map((tool) => String(tool.function?.name ?? ''))
  const demanded = (tool_choice as { function?: { name?: unknown } } | undefined)?.function?.name
  if (demanded !== undefined) return names.find((name) => name === demanded)
  return names.find((name) => contentOf(last.content).includes(name)) ?? (tool_choice === 'required' ? names[0] : undefined)
}

function argumentsFor(name: string, { tools = [] }: ChatRequest, said: string): string {
  const { parameters } = tools.find((tool) => tool.function?.name === name)?.function ?? {}
  const { properties } = (parameters ?? {}) as { properties?: object }
  return JSON.stringify(properties && Object.keys(properties).length > 0 ? valueFor(parameters, said) : { input: said })
}

/** As much of a text as so many tokens hold, in pieces of one to a few characters. */
function cut(text: string, tokens_max: number): { pieces: string[]; whole: boolean } {
  const pieces: string[] = []
  const count = new TokenCount()
  for (const piece of text.match(/[\x21-\x7e]{1,8}\s?|[^\x21-\x7e]/gu) ?? []) {
    if (count.add(piece).total > tokens_max) return { pieces, whole: false }
    pieces.push(piece)
  }
  return { pieces, whole: true }
}

/** A system message that is sent again counts as cached from its second half on: a stated rule, so that prices can be seen. */
const cachedOf = ({ messages }: ChatRequest): number =>
  messages.length > 2 ? Math.floor(countTokens(contentOf(messages[0]?.content)) / 2) : 0

/** What comes before the first of the sequences at which it is to stop. */
function untilStop(text: string, request: ChatRequest): string {
  const found = stopsOf(request).flatMap((sequence) => (sequence ? [text.indexOf(sequence)] : []))
  const ends = found.filter((at) => at >= 0)
  return ends.length > 0 ? text.slice(0, Math.min(...ends)) : text
}

function textFor(said: string, format: ChatRequest['response_format']): string {
  if (format?.type === 'json_object') return JSON.stringify({ echo: said })
  if (format?.type === 'json_schema') return JSON.stringify(valueFor(format.json_schema?.schema, said))
  return said
}

export const stopsOf = ({ stop }: ChatRequest): string[] => [stop ?? []].flat()
export const outputWished = ({ max_tokens, max_completion_tokens }: ChatRequest) =>
  max_completion_tokens ?? max_tokens ?? undefined

/** Repeats the last message; what it says and counts is a function of the request alone. */
export function replyTo(request: ChatRequest): ChatReply {
  const last = request.messages.at(-1)
  const said = contentOf(last?.content)
  const tool = toolOf(request)
  const prompt_tokens = promptOf(request)
  const tokens_max = outputWished(request) ?? sandbox_context_length - prompt_tokens
  const choices = request.n ?? 1
  const usageOf = (each: number): Usage => ({
    prompt_tokens,
    completion_tokens: each * choices,
    total_tokens: prompt_tokens + each * choices,
    prompt_tokens_details: { cached_tokens: Math.min(cachedOf(request), prompt_tokens) },
  })
  if (tool !== undefined) {
    const call = { name: tool, arguments: argumentsFor(tool, request, said) }
    const { pieces, whole } = cut(call.arguments, tokens_max - countTokens(tool))
    const made = { ...call, arguments: pieces.join('') }
    const id = `call_${digest(said).toString('hex').slice(0, 24)}`
    return {
      pieces: [],
      tool_calls: [{ id, type: 'function', function: made }],
      finish_reason: whole ? 'tool_calls' : 'length',
      usage: usageOf(countTokens(made.name + made.arguments)),
    }
  }
  const text = untilStop(textFor(said, request.response_format), request)
  const { pieces, whole } = cut(text, tokens_max)
  return { pieces, tool_calls: [], finish_reason: whole ? 'stop' : 'length', usage: usageOf(countTokens(pieces.join(''))) }
}

/** Vectors of length 1 that are a function of the text; alike texts are not alike. */
export function vectorsOf(input: unknown, dimensions = dimensions_usual): { vectors: number[][]; prompt_tokens: number } {
  const one = typeof input === 'string' || (Array.isArray(input) && typeof input[0] === 'number')
  const items: unknown[] = one ? [input] : (input as unknown[])
  const vectors = items.map((item) => {
    const seed = digest(JSON.stringify(item))
    const raw = Array.from({ length: dimensions }, (_, i) => seed[i % seed.length]! / 255 - 0.5 + i / 1000)
    const norm = Math.hypot(...raw)
    return raw.map((value) => value / norm)
  })
  return { vectors, prompt_tokens: countInput(input) }
}
