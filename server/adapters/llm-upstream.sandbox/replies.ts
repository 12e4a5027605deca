import { createHash } from 'node:crypto'
import { countInputTokens, countPromptTokens, countTokens, extractJsonText, TokenCounter } from '#contract/llm-tokens.ts'
import { buildSchemaValue } from '#server/adapters/llm-upstream.sandbox/schema-value.ts'

/** The two models of the sandbox. */
export const echoModel = 'zhisuan-echo'
export const embeddingModel = 'zhisuan-embedding'
/** Context length of both models, in tokens. */
export const sandboxContextLength = 131_072
const defaultDimensions = 64
export const maxDimensions = 4096
export const maxStops = 4
/** Limits of the chat model: tokens per image and the maximum `n`. */
export const sandboxImageTokens = 256
export const maxSandboxChoices = 4

export interface SandboxChatRequest {
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

export interface SandboxChatReply {
  /** Pieces of the response, in streaming order. */
  pieces: string[]
  tool_calls: ToolCall[]
  finish_reason: 'stop' | 'length' | 'tool_calls'
  usage: TokenUsage
}

interface TokenUsage {
  prompt_tokens: number
  completion_tokens: number
  total_tokens: number
  prompt_tokens_details: { cached_tokens: number }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const isImage = ({ type }: { type?: unknown }) => type === 'image_url'
const countImages = (content: unknown): number => (Array.isArray(content) ? content.filter(isImage).length : 0)
/** Counts the tokens of a prompt, including images. */
export const countSandboxPrompt = (request: SandboxChatRequest): number =>
  countPromptTokens(request) + request.messages.reduce((sum, { content }) => sum + countImages(content), 0) * sandboxImageTokens

const toContentText = (content: unknown): string =>
  Array.isArray(content)
    ? content.map((part: { type?: unknown; text?: unknown }) => (isImage(part) ? '[图片]' : extractJsonText(part.text))).join('')
    : extractJsonText(content)

/**
 * Chooses the tool to call: only if the last message is the user's and `tool_choice` demands one, or leaves it open and the
 * message names one. The arguments are valid for the tool's parameters, with the message as strings; a tool without
 * parameters gets `{"input": <the message>}`.
 */
function chooseTool({ tools = [], tool_choice: toolChoice, messages }: SandboxChatRequest): string | undefined {
  const last = messages.at(-1)
  if (last?.role !== 'user' || toolChoice === 'none') return undefined
  const names = tools.map((tool) => String(tool.function?.name ?? ''))
  const demanded = (toolChoice as { function?: { name?: unknown } } | undefined)?.function?.name
  if (demanded !== undefined) return names.find((name) => name === demanded)
  return names.find((name) => toContentText(last.content).includes(name)) ?? (toolChoice === 'required' ? names[0] : undefined)
}

function buildArguments(name: string, { tools = [] }: SandboxChatRequest, said: string): string {
  const { parameters } = tools.find((tool) => tool.function?.name === name)?.function ?? {}
  const { properties } = (parameters ?? {}) as { properties?: object }
  return JSON.stringify(properties && Object.keys(properties).length > 0 ? buildSchemaValue(parameters, said) : { input: said })
}

/** Truncates a text to `tokensMax` tokens, in pieces of one to a few characters. */
function cutText(text: string, tokensMax: number): { pieces: string[]; whole: boolean } {
  const pieces: string[] = []
  const count = new TokenCounter()
  for (const piece of text.match(/[\x21-\x7e]{1,8}\s?|[^\x21-\x7e]/gu) ?? []) {
    if (count.add(piece).total > tokensMax) return { pieces, whole: false }
    pieces.push(piece)
  }
  return { pieces, whole: true }
}

/** Counts half of a repeated system message as cached: a fixed rule that makes the cached price visible. */
const countCached = ({ messages }: SandboxChatRequest): number =>
  messages.length > 2 ? Math.floor(countTokens(toContentText(messages[0]?.content)) / 2) : 0

/** Cuts the text before the first stop sequence. */
function cutAtStop(text: string, request: SandboxChatRequest): string {
  const found = listStops(request).flatMap((sequence) => (sequence ? [text.indexOf(sequence)] : []))
  const ends = found.filter((at) => at >= 0)
  return ends.length > 0 ? text.slice(0, Math.min(...ends)) : text
}

function buildReplyText(said: string, format: SandboxChatRequest['response_format']): string {
  if (format?.type === 'json_object') return JSON.stringify({ echo: said })
  if (format?.type === 'json_schema') return JSON.stringify(buildSchemaValue(format.json_schema?.schema, said))
  return said
}

export const listStops = ({ stop }: SandboxChatRequest): string[] => [stop ?? []].flat()
export const getMaxOutputTokens = ({ max_tokens: maxTokens, max_completion_tokens: maxCompletionTokens }: SandboxChatRequest) =>
  maxCompletionTokens ?? maxTokens ?? undefined

/** Echoes the last message; content and usage depend only on the request. */
export function buildChatReply(request: SandboxChatRequest): SandboxChatReply {
  const last = request.messages.at(-1)
  const said = toContentText(last?.content)
  const tool = chooseTool(request)
  const promptTokens = countSandboxPrompt(request)
  const tokensMax = getMaxOutputTokens(request) ?? sandboxContextLength - promptTokens
  const choices = request.n ?? 1
  const usageOf = (each: number): TokenUsage => ({
    prompt_tokens: promptTokens,
    completion_tokens: each * choices,
    total_tokens: promptTokens + each * choices,
    prompt_tokens_details: { cached_tokens: Math.min(countCached(request), promptTokens) },
  })
  if (tool !== undefined) {
    const call = { name: tool, arguments: buildArguments(tool, request, said) }
    const { pieces, whole } = cutText(call.arguments, tokensMax - countTokens(tool))
    const made = { ...call, arguments: pieces.join('') }
    const id = `call_${digest(said).toString('hex').slice(0, 24)}`
    return {
      pieces: [],
      tool_calls: [{ id, type: 'function', function: made }],
      finish_reason: whole ? 'tool_calls' : 'length',
      usage: usageOf(countTokens(made.name + made.arguments)),
    }
  }
  const text = cutAtStop(buildReplyText(said, request.response_format), request)
  const { pieces, whole } = cutText(text, tokensMax)
  return { pieces, tool_calls: [], finish_reason: whole ? 'stop' : 'length', usage: usageOf(countTokens(pieces.join(''))) }
}

/** Computes unit vectors that depend only on the text; similar texts do not get similar vectors. */
export function computeEmbeddings(
  input: unknown,
  dimensions = defaultDimensions,
): { vectors: number[][]; prompt_tokens: number } {
  const one = typeof input === 'string' || (Array.isArray(input) && typeof input[0] === 'number')
  const items: unknown[] = one ? [input] : (input as unknown[])
  const vectors = items.map((item) => {
    const seed = digest(JSON.stringify(item))
    const raw = Array.from({ length: dimensions }, (_, i) => seed[i % seed.length]! / 255 - 0.5 + i / 1000)
    const norm = Math.hypot(...raw)
    return raw.map((value) => value / norm)
  })
  return { vectors, prompt_tokens: countInputTokens(input) }
}
