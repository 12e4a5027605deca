import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countPromptTokens, countTokens } from '#contract/llm-tokens.ts'
import { createLlmPlatform, type LlmPlatform } from '#tests/support/llm.ts'
import type { Person } from '#tests/support/people.ts'

let platform: LlmPlatform
let person: Person
let client: OpenAI
beforeAll(async () => {
  platform = await createLlmPlatform()
  person = await platform.addUser()
  client = platform.client((await platform.addKey(person)).secret)
})
afterAll(() => platform.close())

const hello = [{ role: 'user' as const, content: '你好，world' }]
const tools = [{ type: 'function' as const, function: { name: 'weather', parameters: { type: 'object', properties: {} } } }]

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** Calls that are refused, as the client tells them. */
async function refusal(call: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof OpenAI.APIError)) throw new Error(`not refused: ${error}`)
  return error
}

describe('product §9 The official OpenAI client', () => {
  it('lists and finds models', async () => {
    expect((await client.models.list()).data.map(({ id }) => id).sort()).toEqual(['echo', 'vectors'])
    expect(await client.models.retrieve('echo')).toMatchObject({ id: 'echo', object: 'model', owned_by: 'zhisuan' })
    expect(await refusal(client.models.retrieve('none'))).toMatchObject({ status: 404, code: 'model_not_found' })
  })

  it('chats, with counts', async () => {
    const answer = await client.chat.completions.create({ model: 'echo', messages: hello })
    expect(answer.choices[0]).toMatchObject({ message: { content: '你好，world' }, finish_reason: 'stop' })
    const promptTokens = countPromptTokens({ messages: hello })
    expect(answer.usage).toMatchObject({ prompt_tokens: promptTokens, completion_tokens: countTokens('你好，world') })
  })

  it('streams, with counts only where it asks for them', async () => {
    const plain = await client.chat.completions.create({ model: 'echo', messages: hello, stream: true })
    const chunks = await allOf(plain)
    expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe('你好，world')
    expect(chunks.every((chunk) => chunk.choices.length === 1 && !chunk.usage)).toBe(true)
    const options = { model: 'echo', messages: hello, stream: true, stream_options: { include_usage: true } } as const
    const counted = await allOf(await client.chat.completions.create(options))
    expect(counted.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: countTokens('你好，world') } })
    expect(counted).toHaveLength(chunks.length + 1)
  })

  it('calls tools and hands in what they gave', async () => {
    const messages = [{ role: 'user' as const, content: 'weather 北京' }]
    const { choices } = await client.chat.completions.create({ model: 'echo', messages, tools })
    const call = choices[0]!.message.tool_calls![0]!
    expect([choices[0]!.finish_reason, call.type === 'function' && JSON.parse(call.function.arguments)]).toEqual([
      'tool_calls',
      { input: 'weather 北京' },
    ])
    const handedIn = [...messages, choices[0]!.message, { role: 'tool' as const, tool_call_id: call.id, content: '晴' }]
    const after = await client.chat.completions.create({ model: 'echo', messages: handedIn, tools })
    expect(after.choices[0]!.message.content).toBe('晴')
    const streamed = client.chat.completions.stream({ model: 'echo', messages, tools, tool_choice: 'required' })
    expect((await streamed.finalChatCompletion()).choices[0]!.message.tool_calls).toHaveLength(1)
  })

  it('calls a tool with arguments that are valid for its parameters', async () => {
    const parameters = {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 1 }, unit: { enum: ['摄氏', '华氏'] } },
      required: ['city', 'days', 'unit'],
      additionalProperties: false,
    }
    const forecast = { type: 'function' as const, function: { name: 'forecast', strict: true, parameters } }
    const toolChoice = { type: 'function' as const, function: { name: 'forecast' } }
    const { choices } = await client.chat.completions.create({
      model: 'echo',
      messages: hello,
      tools: [forecast],
      tool_choice: toolChoice,
    })
    const call = choices[0]!.message.tool_calls![0]!
    expect(call.type === 'function' && JSON.parse(call.function.arguments)).toEqual({
      city: '你好，world',
      days: 1,
      unit: '摄氏',
    })
  })

  it('asks for JSON and for fewer tokens', async () => {
    const responseFormat = { type: 'json_object' as const }
    const json = await client.chat.completions.create({ model: 'echo', messages: hello, response_format: responseFormat })
    expect(JSON.parse(json.choices[0]!.message.content!)).toEqual({ echo: '你好，world' })
    const short = await client.chat.completions.create({ model: 'echo', messages: hello, max_completion_tokens: 2 })
    expect(short.choices[0]).toMatchObject({ message: { content: '你好' }, finish_reason: 'length' })
  })

  it('embeds one text and many', async () => {
    const one = await client.embeddings.create({ model: 'vectors', input: '文本' })
    const many = await client.embeddings.create({ model: 'vectors', input: ['文本', 'other'], encoding_format: 'float' })
    expect(many.data).toHaveLength(2)
    expect(one.data[0]!.embedding).toHaveLength(many.data[0]!.embedding.length)
    expect(one.usage.prompt_tokens).toBe(2)
  })

  it('reads what was refused, and why', async () => {
    const chat = (body: object) => refusal(client.chat.completions.create({ model: 'echo', messages: hello, ...body }))
    expect(await refusal(platform.client('sk-wrong').models.list())).toMatchObject({ status: 401, code: 'invalid_api_key' })
    expect(await chat({ model: 'none' })).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' })
    expect(await chat({ model: 'vectors' })).toMatchObject({ status: 400, param: 'model' })
    expect(await chat({ messages: [] })).toMatchObject({ status: 400, param: 'messages' })
    expect(await chat({ n: 2 })).toMatchObject({ status: 400, param: 'n' })
    expect(await chat({ response_format: { type: 'yaml' } })).toMatchObject({ status: 400, param: 'response_format.type' })
    expect(await chat({ max_tokens: 9000 })).toMatchObject({ status: 400, param: 'max_tokens' })
    const poor = platform.client((await platform.addKey(await platform.addUser({ balance: '0.00' }))).secret)
    const broke = await refusal(poor.chat.completions.create({ model: 'echo', messages: hello }))
    expect(broke).toMatchObject({ status: 402, code: 'insufficient_quota', type: 'insufficient_quota' })
    const huge = [{ role: 'user', content: 'a'.repeat(9_000_000) }]
    expect(await chat({ messages: huge })).toMatchObject({ status: 413 })
  })

  it('reads an address that is not there and a body that is no JSON', async () => {
    const raw = await fetch(`${platform.origin}/v1/files`, { headers: { authorization: 'Bearer x' } })
    expect([raw.status, await raw.json()]).toMatchObject([404, { error: { code: 'not_found' } }])
    const headers = { authorization: `Bearer ${client.apiKey}`, 'content-type': 'application/json' }
    const broken = await fetch(`${platform.origin}/v1/chat/completions`, { method: 'POST', headers, body: '{' })
    expect([broken.status, await broken.json()]).toMatchObject([400, { error: { type: 'invalid_request_error' } }])
    expect(broken.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(broken.headers.get('access-control-allow-origin')).toBeNull()
  })

  it.each([
    ['/v1/responses', () => client.responses.create({ model: 'echo', input: '你好' })],
    ['/v1/completions', () => client.completions.create({ model: 'echo', prompt: '你好' })],
    ['/v1/images/generations', () => client.images.generate({ model: 'echo', prompt: '一只猫' })],
  ])('is told by a 404 in the shape of its errors that %s is not offered', async (path, ask) => {
    const { status, type, code, param, message } = await refusal(ask())
    expect({ status, type, code, param }).toEqual({
      status: 404,
      type: 'invalid_request_error',
      code: 'not_found',
      param: null,
    })
    expect(message).toContain(`没有接口 POST ${path}；`)
  })

  it('asks who calls before it reads what they sent', async () => {
    const headers = { authorization: 'Bearer sk-wrong', 'content-type': 'application/json' }
    for (const path of ['chat/completions', 'embeddings']) {
      const unread = await fetch(`${platform.origin}/v1/${path}`, { method: 'POST', headers, body: '{' })
      expect([unread.status, await unread.json()]).toMatchObject([401, { error: { code: 'invalid_api_key' } }])
    }
  })

  it('is served with the token of the console as well', async () => {
    const answer = await platform.client(await person.token()).chat.completions.create({ model: 'echo', messages: hello })
    expect(answer.choices[0]!.message.content).toBe('你好，world')
    await platform.settled()
    expect((await platform.callsOf(person.id)).filter(({ key_id: keyId }) => keyId === null)).toHaveLength(1)
    const other = await platform.addUser({ is_tencent: false })
    const denied = await refusal(platform.client(await other.token()).models.list())
    expect(denied).toMatchObject({ status: 403, code: 'not_open' })
  })

  it('costs what its tokens cost, to the last fen', async () => {
    await platform.settled()
    expect((await platform.callsOf(person.id)).length).toBeGreaterThan(8)
    expect(await platform.audit()).toEqual([])
  })
})
