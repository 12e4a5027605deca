import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOpenaiUpstream } from '#server/adapters/llm-upstream.openai.ts'
import {
  buildDelta,
  type FakeLlm,
  fakeLlmUsage,
  finishedChunk,
  sendEventStream,
  sendJson,
  startFakeLlm,
} from '#tests/support/fake-llm.ts'
import { addLlmModel, createLlmPlatform, type LlmPlatform } from '#tests/support/llm.ts'
import type { Person } from '#tests/support/people.ts'

const messages = [{ role: 'user' as const, content: '你好' }]
const contextLength = 8500
const promptTokens = 2000

/** As vLLM refuses what does not fit. */
const tooLong = (asked: number) => ({
  object: 'error',
  message: `This model's maximum context length is ${contextLength} tokens. However, you requested ${asked} tokens.`,
  type: 'BadRequestError',
  param: null,
  code: 400,
})

describe('docs/decisions/066 What clients of OpenAI expect', () => {
  let upstream: FakeLlm
  let platform: LlmPlatform
  let person: Person
  let client: OpenAI
  let refused: { status: number; error: object } | undefined
  let endless = false
  let closed = 0
  beforeAll(async () => {
    upstream = await startFakeLlm(async (body, response) => {
      response.on('close', () => {
        if (!response.writableFinished) closed += 1
      })
      if (refused) return sendJson(response, refused.status, { error: refused.error })
      const asked = promptTokens + Number(body.max_tokens ?? 1)
      if (asked > contextLength) return sendJson(response, 400, tooLong(asked))
      const events = [...Array.from('慢慢来', (text) => buildDelta(text, { model: 'zhisuan-echo' })), finishedChunk]
      if (endless) {
        response.writeHead(200, { 'content-type': body.stream ? 'text/event-stream' : 'application/json' }).flushHeaders()
        if (body.stream) for (const event of events.slice(0, 2)) response.write(`data: ${JSON.stringify(event)}\n\n`)
        return
      }
      if (body.stream)
        return sendEventStream(response, [...events, { choices: [], usage: fakeLlmUsage, model: 'zhisuan-echo' }, '[DONE]'])
      if (body.input !== undefined)
        return sendJson(response, 200, {
          object: 'list',
          model: 'zhisuan-embedding',
          data: [],
          usage: { prompt_tokens: 1, total_tokens: 1 },
        })
      sendJson(response, 200, {
        model: 'zhisuan-echo',
        choices: [{ index: 0, message: { role: 'assistant', content: 'ok' } }],
        usage: fakeLlmUsage,
      })
    })
    platform = await createLlmPlatform({
      upstream: () => createOpenaiUpstream({ url: upstream.url, key: 'sk-upstream', takes_image_addresses: false }),
    })
    await platform.deps.database.kysely
      .updateTable('llm_models')
      .set({ context_length: contextLength })
      .where('id', '=', 'echo')
      .execute()
    person = await platform.addUser()
    client = platform.client((await platform.addKey(person)).secret)
  })
  beforeEach(async () => {
    refused = undefined
    endless = false
    upstream.asked.length = 0
    await platform.clock.advance(1_000)
  })
  afterAll(async () => {
    await platform.close()
    await upstream.close()
  })

  const chat = (more: object = {}) => client.chat.completions.create({ model: 'echo', messages, ...more })
  const failure = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof OpenAI.APIError)) throw new Error(`not refused: ${error}`)
    return error
  }
  const last = async () => {
    await platform.settled()
    return (await platform.callsOf(person.id)).at(-1)!
  }

  it('names the model as it was asked for, never as the upstream calls it', async () => {
    expect((await chat()).model).toBe('echo')
    const options = { model: 'echo', messages, stream: true, stream_options: { include_usage: true } } as const
    const chunks: string[] = []
    for await (const chunk of await client.chat.completions.create(options)) chunks.push(chunk.model)
    expect(new Set(chunks)).toEqual(new Set(['echo']))
    expect((await client.embeddings.create({ model: 'vectors', input: 'x' })).model).toBe('vectors')
  })

  it('asks again without a bound of ours where that does not fit beside the prompt', async () => {
    await chat()
    expect(upstream.asked.map(({ body }) => body.max_tokens)).toEqual([8192, undefined])
    const call = await last()
    expect(call).toMatchObject({ state: 'ok', prompt_tokens: 1234 })
    expect(call.cost_pico).toBeLessThanOrEqual(call.reserved_pico)
  })

  it('keeps the bound that the caller gave', async () => {
    await chat({ max_tokens: 100 })
    expect(upstream.asked.map(({ body }) => body.max_tokens)).toEqual([100])
    const error = await failure(chat({ max_tokens: 8000 }))
    expect(upstream.asked).toHaveLength(2)
    expect(error).toMatchObject({ status: 400, code: 'context_length_exceeded', type: 'invalid_request_error' })
    expect(error.message).toContain("This model's maximum context length is 8500 tokens")
  })

  it('passes the fields of vendors on, and refuses any other by its name', async () => {
    const fields = {
      enable_thinking: false,
      chat_template_kwargs: { enable_thinking: false },
      thinking: { type: 'disabled' },
      metadata: { trace: '1' },
      top_k: 5,
      min_p: 0.1,
      repetition_penalty: 1.1,
      stop_token_ids: [1],
      reasoning_effort: 'low',
    }
    await chat({ ...fields, max_tokens: 10 })
    expect(upstream.asked[0]!.body).toMatchObject(fields)
    for (const field of ['foo', 'best_of', 'use_beam_search', 'enable_search', 'service_tier'])
      expect(await failure(chat({ [field]: 2 }))).toMatchObject({
        status: 400,
        type: 'invalid_request_error',
        param: field,
        error: { message: `Unrecognized request argument supplied: ${field}` },
      })
    expect(upstream.asked).toHaveLength(1)
  })

  it('hands images on as they came, and no address that the upstream would fetch from within its network', async () => {
    await addLlmModel(platform, { id: 'eyes', image_tokens: 100, max_choices: 2 })
    const shows = (url: string) => [{ role: 'user', content: [{ type: 'image_url', image_url: { url, detail: 'low' } }] }]
    const body = { model: 'eyes', n: 2, messages: shows('data:image/png;base64,AAAA') }
    await chat({ ...body, max_tokens: 10 })
    expect(upstream.asked[0]!.body).toMatchObject({ n: 2, messages: body.messages })
    const refused = await failure(chat({ ...body, messages: shows('https://169.254.169.254/latest/meta-data') }))
    expect(refused).toMatchObject({ status: 400, param: 'messages', error: { message: expect.stringContaining('data:image') } })
    expect(upstream.asked).toHaveLength(1)
  })

  it('tells the code of a request that is at fault, and nothing of the upstream', async () => {
    const error = { message: 'zhisuan-echo at 10.0.0.1:8000 takes no such image', param: 'messages.[0].content', type: 'x' }
    refused = { status: 400, error: { ...error, code: 'invalid_image_url' } }
    const told = await failure(chat({ max_tokens: 1 }))
    expect(told).toMatchObject({ status: 400, code: 'invalid_image_url', param: error.param, type: 'invalid_request_error' })
    expect(told.message).toContain('echo at *** takes')
    expect(told.message).not.toContain('zhisuan-echo')
    refused = { status: 400, error: { ...error, code: 'account_1234_overdue', param: 'a b' } }
    expect(await failure(chat({ max_tokens: 1 }))).toMatchObject({ code: 'invalid_request', param: null })
    refused = { status: 403, error: { ...error, code: 'context_length_exceeded' } }
    expect(await failure(chat({ max_tokens: 1 }))).toMatchObject({ status: 502, code: 'upstream_error' })
  })

  it('answers a used-up cap as OpenAI does, and an empty wallet with 402', async () => {
    const { id, secret } = await platform.addKey(person, { cap: '1.00' })
    const spend = (spentPico: bigint) =>
      platform.deps.database.kysely.updateTable('llm_keys').set({ spent_pico: spentPico }).where('id', '=', id).execute()
    await spend(10n ** 12n)
    const capped = await failure(platform.client(secret).chat.completions.create({ model: 'echo', messages }))
    expect(capped).toMatchObject({ status: 429, code: 'insufficient_quota', type: 'insufficient_quota' })
    await spend(0n)
    expect(capped.headers?.get('x-should-retry')).toBe('false')
    const poor = platform.client((await platform.addKey(await platform.addUser({ balance: '0.00' }))).secret)
    expect(await failure(poor.chat.completions.create({ model: 'echo', messages }))).toMatchObject({ status: 402 })
  })

  it('tells in headers what is left of the one limit that there is', async () => {
    const fresh = platform.client((await platform.addKey(person)).secret)
    for (const left of ['299', '298']) {
      const { response } = await fresh.chat.completions.create({ model: 'echo', messages }).withResponse()
      const told = [...response.headers].filter(([name]) => name.startsWith('x-ratelimit'))
      expect(Object.fromEntries(told)).toEqual({
        'x-ratelimit-limit-requests': '300',
        'x-ratelimit-remaining-requests': left,
        'x-ratelimit-reset-requests': '1m0s',
      })
      expect(response.headers.get('x-request-id')).toBeTruthy()
    }
  })

  it('leaves the upstream when the caller leaves, whether or not he streams', async () => {
    endless = true
    for (const streamed of [true, false]) {
      const before = closed
      await platform.clock.advance(1_000)
      const leaving = new AbortController()
      const asked = client.chat.completions.create(
        { model: 'echo', messages, stream: streamed, max_tokens: 9 },
        { signal: leaving.signal },
      )
      const heard = asked.then(async (answer) => {
        if (Symbol.asyncIterator in answer)
          for await (const chunk of answer) if (chunk.choices[0]?.delta.content === '慢') leaving.abort()
      })
      if (!streamed)
        await expect
          .poll(() => upstream.asked.length)
          .toBe(2)
          .then(() => leaving.abort())
      await heard.catch(() => undefined)
      await expect.poll(() => closed).toBe(before + 1)
      const call = await last()
      expect(call).toMatchObject({ state: 'aborted', http_status: 499, estimated: streamed })
      if (!streamed) expect(call.cost_pico).toBe(0n)
    }
  })

  it('charges the own count of the upstream where that came before the caller left', async () => {
    const leaving = new AbortController()
    const options = { model: 'echo', messages, stream: true, stream_options: { include_usage: true }, max_tokens: 1000 } as const
    for await (const chunk of await client.chat.completions.create(options, { signal: leaving.signal }))
      if (chunk.usage) leaving.abort()
    expect(await last()).toMatchObject({ prompt_tokens: 1234, completion_tokens: 567, estimated: false })
    expect(await platform.audit()).toEqual([])
  })
})
