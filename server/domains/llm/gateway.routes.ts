import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { limits } from '#contract/limits.ts'
import type { LlmScope } from '#contract/llm-keys.ts'
import { countInputTokens, countPromptTokens } from '#contract/llm-tokens.ts'
import { ChatRequest, countChatImages, EmbeddingsRequest, llmBasePath, stripImages } from '#contract/llm-wire.ts'
import { DatabaseUnavailable } from '#server/db/errors.ts'
import { createAnswerWriter } from '#server/domains/llm/answer-writer.ts'
import { beginCall } from '#server/domains/llm/begin-call.service.ts'
import { CallsInProgress } from '#server/domains/llm/calls-in-progress.ts'
import { buildChatQuestions } from '#server/domains/llm/chat-question.ts'
import { assertKeyScope, identifyLlmCaller, type LlmCaller } from '#server/domains/llm/identify-caller.service.ts'
import { listCallableModels } from '#server/domains/llm/models.service.ts'
import { type LlmFailure, OpenaiError } from '#server/domains/llm/openai-error.ts'
import { serveCall } from '#server/domains/llm/serve-call.service.ts'
import { busyRetrySeconds } from '#server/http/errors.ts'
import { isDeeperThan } from '#server/http/input.ts'
import type { HttpDeps } from '#server/http/mount.ts'
import { isDiskFull } from '#server/lib/disk-full.ts'
import { Refusal } from '#server/lib/refusal.ts'

const failuresByStatus: Record<number, LlmFailure> = { 400: 'invalid_request', 413: 'too_large', 415: 'unsupported_media' }

function toOpenaiError(error: unknown): OpenaiError {
  if (error instanceof OpenaiError) return error
  if (error instanceof DatabaseUnavailable) return new OpenaiError('server_busy', { retry_after: busyRetrySeconds })
  if (isDiskFull(error)) return new OpenaiError('disk_full')
  if (error instanceof Refusal && error.http_status === 429)
    return new OpenaiError('rate_limit_exceeded', { retry_after: error.details.retry_after })
  const { statusCode } = error as { statusCode?: number }
  return new OpenaiError(failuresByStatus[statusCode ?? 0] ?? 'internal_error')
}

/** Sends every failure in OpenAI's error format, without internal details. */
function sendOpenaiError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toOpenaiError(error)
  if (known.failure === 'internal_error') request.log.error({ err: error }, 'unexpected failure of /v1')
  if (known.failure === 'server_busy' || known.failure === 'disk_full')
    request.log.warn({ err: error }, 'refused for want of a database that answers, or of room on its disk')
  // OpenAI clients retry on 429, but a used-up key does not recover on retry.
  if (known.failure === 'key_used_up') reply.header('x-should-retry', 'false')
  return reply.status(known.status).headers(known.headers).header('cache-control', 'no-store').send(known.body)
}

/** Tool schemas are nested, but no legitimate request is nested this deeply. */
const maxJsonDepth = 100

function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  if (isDeeperThan(body, maxJsonDepth)) throw new OpenaiError('invalid_request', { message: '请求嵌套过深' })
  const { success, data, error } = schema.safeParse(body ?? {})
  if (success) return data
  const issue = findDeepestIssue(error.issues[0])
  if (issue?.code === 'unrecognized_keys') {
    const param = [...issue.path, issue.keys[0]].join('.').slice(0, 100)
    throw new OpenaiError('unknown_parameter', { message: `Unrecognized request argument supplied: ${param}`, param })
  }
  const param = issue?.path.join('.') ?? ''
  throw new OpenaiError('invalid_request', {
    message: issue && `${param ? `${param}：` : ''}${issue.message}`,
    param: param || null,
  })
}

/** Returns the most specific issue of a failed union: if a list element is invalid, the issue path names the element's field. */
function findDeepestIssue(issue: z.core.$ZodIssue | undefined): z.core.$ZodIssue | undefined {
  if (issue?.code !== 'invalid_union') return issue
  const within = issue.errors.map(([first]) => first).find((first) => first?.path.some((step) => typeof step === 'string'))
  return within ? { ...within, path: [...issue.path, ...within.path] } : issue
}

const bodyLimit = limits.llmBodyMaxBytes

const headersOf = (reply: FastifyReply) => reply.getHeaders() as OutgoingHttpHeaders

const countBytes = (body: object): number => Buffer.byteLength(JSON.stringify(body))

/**
 * Serves the OpenAI-compatible API at `/v1` (product §9, docs/decisions/040): OpenAI's shapes and errors instead of our envelope.
 * No CORS, because an API key does not belong in a third-party web page.
 */
export function llmGatewayRoutes({ app, deps, sessions }: HttpDeps): void {
  const underWay = new CallsInProgress()
  app.addHook('preClose', () => underWay.close())

  const callers = new WeakMap<FastifyRequest, LlmCaller>()
  const callerOf = (request: FastifyRequest) => callers.get(request)!
  /** Runs before the body is read, so that an unknown caller cannot make the server buffer 8 MB. */
  const admit = (scope?: LlmScope) => async (request: FastifyRequest) => {
    const who = await identifyLlmCaller(deps, sessions, request.headers.authorization)
    if (scope) assertKeyScope(who, scope)
    callers.set(request, who)
  }
  /** Runs after the body is read, because the node may have begun to shut down meanwhile. */
  const beginFor = (request: FastifyRequest) => {
    if (underWay.closing) throw new OpenaiError('server_shutdown', { retry_after: 1 })
    return callerOf(request)
  }

  app.register(
    async (v1: FastifyInstance) => {
      v1.setErrorHandler(sendOpenaiError)
      v1.setNotFoundHandler((request, reply) => {
        const asked = `${request.method} ${request.url.split('?')[0]!.slice(0, 100)}`
        const message = `没有接口 ${asked}；有的是 GET /v1/models、POST /v1/chat/completions 与 POST /v1/embeddings`
        return sendOpenaiError(new OpenaiError('not_found', { message }), request, reply)
      })
      v1.get('/models', { onRequest: admit() }, async (request) => ({
        object: 'list',
        data: await listCallableModels(deps, callerOf(request)),
      }))
      v1.get<{ Params: { id: string } }>('/models/:id', { onRequest: admit() }, async (request) => {
        const found = (await listCallableModels(deps, callerOf(request))).find(({ id }) => id === request.params.id)
        if (!found) throw new OpenaiError('model_not_found', { param: 'model' })
        return found
      })
      v1.post('/chat/completions', { bodyLimit, onRequest: admit('chat') }, async (request, reply) => {
        const who = beginFor(request)
        const chat = parseBody(ChatRequest, request.body)
        const bytes = countBytes({ ...chat, messages: stripImages(chat.messages) })
        const byCompletion = chat.max_completion_tokens != null
        const call = await beginCall(deps, who, {
          model_id: chat.model,
          kind: 'chat',
          bytes,
          images: countChatImages(chat.messages),
          choices: chat.n ?? 1,
          max_output: chat.max_completion_tokens ?? chat.max_tokens ?? undefined,
          max_output_field: byCompletion ? 'max_completion_tokens' : 'max_tokens',
          stream: chat.stream === true,
          request_id: request.id,
        })
        reply.headers(call.headers)
        await serveCall(deps, underWay, {
          call,
          ...buildChatQuestions(chat, call, bytes),
          stream: chat.stream ? { with_usage: chat.stream_options?.include_usage === true } : undefined,
          prompt_tokens: () => countPromptTokens(chat) + call.image_tokens,
          outlet: createAnswerWriter(reply.raw, () => headersOf(reply.hijack())),
        })
      })
      v1.post('/embeddings', { bodyLimit, onRequest: admit('embeddings') }, async (request, reply) => {
        const who = beginFor(request)
        const wanted = parseBody(EmbeddingsRequest, request.body)
        const call = await beginCall(deps, who, {
          model_id: wanted.model,
          kind: 'embedding',
          bytes: countBytes(wanted),
          images: { count: 0, by_address: false },
          choices: 1,
          max_output: undefined,
          max_output_field: '',
          stream: false,
          request_id: request.id,
        })
        reply.headers(call.headers)
        await serveCall(deps, underWay, {
          call,
          question: { call: 'embeddings', body: { ...wanted, model: call.upstream_name } },
          stream: undefined,
          prompt_tokens: () => countInputTokens(wanted.input),
          outlet: createAnswerWriter(reply.raw, () => headersOf(reply.hijack())),
        })
      })
    },
    { prefix: llmBasePath },
  )
}
