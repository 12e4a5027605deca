import { z } from 'zod'
import { ChatRequest, EmbeddingsRequest, llmBasePath } from './llm-wire.ts'

type Json = Record<string, unknown>

const Count = z.number().int()
const Usage = z.object({ prompt_tokens: Count, completion_tokens: Count.optional(), total_tokens: Count })

/** Model entry as returned by `/v1`; an upstream may add fields. */
const Model = z.looseObject({ id: z.string(), object: z.literal('model'), created: Count, owned_by: z.string() })
const Models = z.looseObject({ object: z.literal('list'), data: z.array(Model) })
const Completion = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: Count,
  model: z.string(),
  choices: z.array(
    z.looseObject({
      index: Count,
      message: z.looseObject({ role: z.literal('assistant'), content: z.string().nullable() }),
      finish_reason: z.string().nullable(),
    }),
  ),
  usage: Usage,
})
const Embeddings = z.looseObject({
  object: z.literal('list'),
  data: z.array(
    z.looseObject({ object: z.literal('embedding'), index: Count, embedding: z.union([z.array(z.number()), z.string()]) }),
  ),
  model: z.string(),
  usage: Usage,
})
const Failure = z.object({
  error: z.object({ message: z.string(), type: z.string(), param: z.string().nullable(), code: z.string().nullable() }),
})

type SchemaOf = (schema: z.ZodType, io: 'input' | 'output') => Json

interface LlmOperation {
  operationId: string
  summary: string
  description: string
  path_id?: boolean
  body?: z.ZodType
  data: z.ZodType
  streams?: boolean
}

function buildOperation(
  schemaOf: SchemaOf,
  { operationId, summary, description, path_id: pathId, body, data, streams }: LlmOperation,
): Json {
  const answer = (said: string, schema: z.ZodType): Json => ({
    description: said,
    content: { 'application/json': { schema: schemaOf(schema, 'output') } },
  })
  const success = answer('成功', data) as { content: Json }
  return {
    operationId,
    tags: ['llm_api'],
    summary,
    description: `${description}\n\nAnswers and errors have the shapes of OpenAI, without the envelope of the other calls.`,
    security: [{ llm_key: [] }],
    parameters: pathId ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] : [],
    ...(body && { requestBody: { content: { 'application/json': { schema: schemaOf(body, 'input') } } } }),
    responses: {
      200: streams
        ? { ...success, content: { ...success.content, 'text/event-stream': { schema: { type: 'string' } } } }
        : success,
      '4XX': answer('请求被拒绝，error.code 说明原因', Failure),
      '5XX': answer('平台或模型服务出错，可以重试', Failure),
    },
  }
}

/** OpenAPI paths of `/v1`. They are not part of the contract table because their format is OpenAI's. */
export const buildLlmPaths = (schemaOf: SchemaOf): Readonly<Record<string, Json>> => ({
  [`${llmBasePath}/models`]: {
    get: buildOperation(schemaOf, {
      operationId: 'llm_api.models',
      summary: '能调用的模型',
      description: 'Lists the models that the key may call.',
      data: Models,
    }),
  },
  [`${llmBasePath}/models/{id}`]: {
    get: buildOperation(schemaOf, {
      operationId: 'llm_api.model',
      summary: '一个模型',
      description: 'Returns one model that the key may call.',
      path_id: true,
      data: Model,
    }),
  },
  [`${llmBasePath}/chat/completions`]: {
    post: buildOperation(schemaOf, {
      operationId: 'llm_api.chat',
      summary: '对话',
      description:
        'Completes a conversation and charges its tokens; with `stream` it answers in server-sent events, the last one `data: [DONE]`.',
      body: ChatRequest,
      data: Completion,
      streams: true,
    }),
  },
  [`${llmBasePath}/embeddings`]: {
    post: buildOperation(schemaOf, {
      operationId: 'llm_api.embeddings',
      summary: '向量',
      description: 'Returns the embeddings of one or more texts and charges their tokens.',
      body: EmbeddingsRequest,
      data: Embeddings,
    }),
  },
})

/** `/v1` also accepts the session token; the console's playground uses it. */
export const llmSecurity = {
  type: 'http',
  scheme: 'bearer',
  description: '在「API 密钥」里创建的密钥，或登录的访问令牌',
} as const
