import { z } from 'zod'
import { limits } from './limits.ts'
import { isPlainText } from './plain-text.ts'

/**
 * Requests accepted by `/v1`: the part of the OpenAI API that text and image models support. Responses and errors have OpenAI's
 * format, not the envelope. Extra fields of vLLM, SGLang and DashScope are passed on if they cannot raise the cost of a call; any
 * other field is rejected by name, so that nobody relies on a field without effect.
 */
export const llmBasePath = '/v1' as const
/** The same chat API for the console's playground: pages of the web app may call it, whereas `/v1` allows no browser origin. */
export const playgroundPath = '/api/v1/llm/playground' as const

const Model = z
  .string({ error: '请填写 model' })
  .min(1, '请填写 model')
  .max(200, 'model 过长')
  .refine(isPlainText, 'model 含有无效字符')

const TextPart = z.looseObject({
  type: z.literal('text', { error: '只支持文本内容' }),
  text: z.string({ error: '请填写 text' }),
})
/** Image input for an upstream: the image data itself, or its public address. */
const dataUrlPrefix = /^data:image\/(png|jpeg|webp|gif);base64,/
const isImageAddress = (url: string): boolean => url.length <= 2048 && /^https:\/\/[^\s/]/.test(url)
/** Searches for an invalid character instead of matching the whole text, because an image has millions of characters. */
function isImageData(url: string): boolean {
  const data = url.replace(dataUrlPrefix, '')
  return data !== url && data !== '' && !/[^A-Za-z0-9+/]/.test(data.replace(/={1,2}$/, ''))
}
const ImagePart = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject(
    {
      url: z
        .string({ error: '请填写 url' })
        .refine(
          (url) => isImageAddress(url) || isImageData(url),
          '须为 base64 的 data:image 地址（png、jpeg、webp、gif），或 https 地址',
        ),
      detail: z.enum(['auto', 'low', 'high'], { error: 'detail 须为 auto、low 或 high' }).optional(),
    },
    { error: '请填写 image_url' },
  ),
})
const Part = z.discriminatedUnion('type', [TextPart, ImagePart], { error: '只支持文本（text）与图片（image_url）' })

const Message = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function'], { error: 'role 有误' }),
  content: z
    .union([z.string(), z.array(Part)], { error: '须为文本，或文本与图片的列表' })
    .nullable()
    .optional(),
})
type Message = z.infer<typeof Message>

const listImageUrls = ({ content }: Message): string[] =>
  Array.isArray(content) ? content.flatMap((part) => (part.type === 'image_url' ? [part.image_url.url] : [])) : []
/** Counts the images of a chat, and tells whether any is given by address. */
export function countChatImages(messages: readonly Message[]): { count: number; by_address: boolean } {
  const urls = messages.flatMap(listImageUrls)
  return { count: urls.length, by_address: urls.some(isImageAddress) }
}

/** Removes the image data from messages so that only text remains. */
export const stripImages = (messages: readonly Message[]): Message[] =>
  messages.map((message) => ({
    ...message,
    ...(Array.isArray(message.content) && {
      content: message.content.map((part) => (part.type === 'image_url' ? { ...part, image_url: { url: '' } } : part)),
    }),
  }))

const Messages = z
  .array(Message, { error: '请填写 messages' })
  .min(1, 'messages 不能为空')
  .refine(
    (messages) => messages.every((message) => message.role === 'user' || listImageUrls(message).length === 0),
    '只有 user 的消息可以带图片',
  )
  .refine((messages) => countChatImages(messages).count <= limits.llmImagesMax, `一次最多 ${limits.llmImagesMax} 张图片`)
const Json = z.record(z.string(), z.unknown())
const Count = z.number().int('须为整数').min(1, '至少为 1')

/** OpenAI's formats, plus `structural_tag` of vLLM and SGLang. */
const ResponseFormat = z.looseObject({
  type: z.enum(['text', 'json_object', 'json_schema', 'structural_tag'], {
    error: '须为 text、json_object、json_schema 或 structural_tag',
  }),
})
const ToolChoice = z.union([z.string(), Json])

/** Fields beyond OpenAI's API: thinking, sampling, stopping, output format. */
const vendorFields = {
  top_k: z.number().int().nullable().optional(),
  min_p: z.number().nullable().optional(),
  top_a: z.number().nullable().optional(),
  repetition_penalty: z.number().nullable().optional(),
  length_penalty: z.number().nullable().optional(),
  do_sample: z.boolean().nullable().optional(),
  min_tokens: z.number().int().min(0).nullable().optional(),
  stop_token_ids: z.array(z.number().int()).nullable().optional(),
  include_stop_str_in_output: z.boolean().nullable().optional(),
  no_stop_trim: z.boolean().nullable().optional(),
  ignore_eos: z.boolean().nullable().optional(),
  bad_words: z.array(z.string()).nullable().optional(),
  skip_special_tokens: z.boolean().nullable().optional(),
  spaces_between_special_tokens: z.boolean().nullable().optional(),
  add_generation_prompt: z.boolean().nullable().optional(),
  continue_final_message: z.boolean().nullable().optional(),
  truncate_prompt_tokens: z.number().int().nullable().optional(),
  enable_thinking: z.boolean().nullable().optional(),
  thinking: Json.nullable().optional(),
  thinking_budget: z.number().int().min(0).nullable().optional(),
  chat_template_kwargs: Json.nullable().optional(),
  include_reasoning: z.boolean().nullable().optional(),
  separate_reasoning: z.boolean().nullable().optional(),
  stream_reasoning: z.boolean().nullable().optional(),
  tool_stream: z.boolean().nullable().optional(),
  guided_json: z.union([z.string(), Json]).nullable().optional(),
  guided_regex: z.string().nullable().optional(),
  guided_choice: z.array(z.string()).nullable().optional(),
  guided_grammar: z.string().nullable().optional(),
  structured_outputs: Json.nullable().optional(),
  regex: z.string().nullable().optional(),
  ebnf: z.string().nullable().optional(),
}

const StreamOptions = z.strictObject({
  include_usage: z.boolean().optional(),
  include_obfuscation: z.boolean().optional(),
  continuous_usage_stats: z.boolean().optional(),
})

export const ChatRequest = z.strictObject({
  model: Model,
  messages: Messages,
  stream: z.boolean().nullable().optional(),
  stream_options: StreamOptions.nullable().optional(),
  max_tokens: Count.nullable().optional(),
  max_completion_tokens: Count.nullable().optional(),
  n: Count.nullable().optional(),
  temperature: z.number().min(0).max(2).nullable().optional(),
  top_p: z.number().min(0).max(1).nullable().optional(),
  stop: z
    .union([z.string(), z.array(z.string())])
    .nullable()
    .optional(),
  seed: z.number().int().nullable().optional(),
  presence_penalty: z.number().min(-2).max(2).nullable().optional(),
  frequency_penalty: z.number().min(-2).max(2).nullable().optional(),
  logit_bias: z.record(z.string(), z.number()).nullable().optional(),
  logprobs: z.boolean().nullable().optional(),
  top_logprobs: z.number().int().min(0).max(20).nullable().optional(),
  tools: z
    .array(z.looseObject({ type: z.literal('function', { error: '只支持 function 工具' }) }))
    .max(128, '最多 128 个工具')
    .optional(),
  tool_choice: ToolChoice.optional(),
  parallel_tool_calls: z.boolean().optional(),
  response_format: ResponseFormat.nullable().optional(),
  reasoning_effort: z.string().nullable().optional(),
  verbosity: z.string().nullable().optional(),
  modalities: z
    .array(z.literal('text', { error: '只支持文本内容' }))
    .nullable()
    .optional(),
  metadata: Json.nullable().optional(),
  store: z.literal(false, { error: '平台不保存内容，store 只能为 false' }).nullable().optional(),
  user: z.string().optional(),
  safety_identifier: z.string().optional(),
  prompt_cache_key: z.string().optional(),
  ...vendorFields,
})
export type ChatRequest = z.infer<typeof ChatRequest>

export const EmbeddingsRequest = z.strictObject({
  model: Model,
  input: z.union(
    [
      z.string().min(1, '不能为空'),
      z.array(z.string().min(1, '不能为空')).min(1).max(2048),
      z.array(z.number().int().min(0)).min(1),
      z
        .array(z.array(z.number().int().min(0)).min(1))
        .min(1)
        .max(2048),
    ],
    { error: 'input 须为不为空的文本，或最多 2048 段文本' },
  ),
  encoding_format: z.enum(['float', 'base64'], { error: 'encoding_format 须为 float 或 base64' }).optional(),
  dimensions: Count.optional(),
  truncate_prompt_tokens: z.number().int().nullable().optional(),
  input_type: z.string().optional(),
  text_type: z.string().optional(),
  user: z.string().optional(),
})
export type EmbeddingsRequest = z.infer<typeof EmbeddingsRequest>

/** Body of every failed `/v1` call; within a started stream it is sent as an event. */
export interface LlmErrorBody {
  error: { message: string; type: string; param: string | null; code: string | null }
}
