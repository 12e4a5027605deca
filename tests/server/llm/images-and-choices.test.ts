import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countPromptTokens, countTokens } from '#contract/llm-tokens.ts'
import { ChatRequest } from '#contract/llm-wire.ts'
import { addLlmModel, createLlmPlatform, type LlmPlatform } from '#tests/support/llm.ts'
import type { Person } from '#tests/support/people.ts'

const imageTokens = 256
const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const part = (url: string) => ({ type: 'image_url' as const, image_url: { url } })
const text = (text: string) => ({ type: 'text' as const, text })
const shown = [{ role: 'user' as const, content: [text('这是什么？'), part(png)] }]
const micro = { input: 2n, output: 8n }
const pico = 1_000_000n

describe('docs/decisions/066 Images and several answers, where the model has them', () => {
  let platform: LlmPlatform
  let person: Person
  let client: OpenAI
  beforeAll(async () => {
    platform = await createLlmPlatform()
    await addLlmModel(platform, { id: 'eyes', image_tokens: imageTokens, max_choices: 4 })
    person = await platform.addUser()
    client = platform.client((await platform.addKey(person)).secret)
  })
  afterAll(async () => {
    await platform.settled()
    expect(await platform.audit()).toEqual([])
    await platform.close()
  })

  const refusal = async (body: object, withClient = client) => {
    const error = await withClient.chat.completions.create({ model: 'eyes', messages: shown, ...body }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof OpenAI.APIError)) throw new Error(`not refused: ${error}`)
    return { status: error.status, code: error.code, param: error.param, message: error.message }
  }

  it('answers as often as was asked, and charges every answer and every image to the last pico-yuan', async () => {
    const answer = await client.chat.completions.create({ model: 'eyes', messages: shown, n: 3 })
    expect(answer.choices.map(({ index, message }) => [index, message.content])).toEqual(
      [0, 1, 2].map((index) => [index, '这是什么？[图片]']),
    )
    const [prompt, completion] = [countPromptTokens({ messages: shown }) + imageTokens, 3 * countTokens('这是什么？[图片]')]
    expect(answer.usage).toMatchObject({ prompt_tokens: prompt, completion_tokens: completion })
    await platform.settled()
    const [call] = await platform.callsOf(person.id)
    expect(call!.cost_pico).toBe((BigInt(prompt) * micro.input + BigInt(completion) * micro.output) * pico)
    expect(call!.estimated).toBe(false)
  })

  it('streams each answer in events of its own', async () => {
    const streamed = await client.chat.completions.create({ model: 'eyes', messages: shown, n: 2, stream: true })
    const said = ['', '']
    const ends: string[] = []
    for await (const { choices } of streamed) {
      expect(choices).toHaveLength(1)
      const [{ index, delta, finish_reason: finishReason }] = choices as [(typeof choices)[number]]
      said[index] += delta.content ?? ''
      if (finishReason) ends.push(finishReason)
    }
    expect([said, ends]).toEqual([
      ['这是什么？[图片]', '这是什么？[图片]'],
      ['stop', 'stop'],
    ])
  })

  it('holds every answer: a balance for one whole answer is no balance for four', async () => {
    const poor = await platform.addUser({ balance: '0.01' })
    const asks = platform.client((await platform.addKey(poor)).secret)
    const long = [{ role: 'user' as const, content: '字'.repeat(600) }]
    const four = await asks.chat.completions.create({ model: 'eyes', messages: long, n: 4 })
    expect(four.choices.map(({ finish_reason: finishReason }) => finishReason)).toEqual(Array(4).fill('length'))
    await platform.settled()
    const [call] = await platform.callsOf(poor.id)
    expect(call!.cost_pico).toBeLessThanOrEqual(call!.reserved_pico)
    expect(call!.reserved_pico).toBeLessThanOrEqual(10_000n * pico)
    const rich = await platform.addUser({ balance: '0.01' })
    const other = platform.client((await platform.addKey(rich)).secret)
    expect((await other.chat.completions.create({ model: 'eyes', messages: long })).choices[0]!.finish_reason).toBe('stop')
  })

  it('holds for an image what the model counts for one, not the bytes it has', async () => {
    const poor = await platform.addUser({ balance: '0.01' })
    const asks = platform.client((await platform.addKey(poor)).secret)
    const heavy = [{ role: 'user' as const, content: [part(`data:image/jpeg;base64,${'A'.repeat(4_000_000)}`)] }]
    expect((await asks.chat.completions.create({ model: 'eyes', messages: heavy })).choices[0]!.finish_reason).toBe('stop')
    const many = [{ role: 'user' as const, content: Array.from({ length: 16 }, () => part(png)) }]
    const poorer = platform.client((await platform.addKey(await platform.addUser({ balance: '0.05' }))).secret)
    await expect(poorer.chat.completions.create({ model: 'eyes', messages: many, n: 4 })).resolves.toBeDefined()
    await addLlmModel(platform, { id: 'dear', image_tokens: 5_000 })
    expect(await refusal({ model: 'dear', messages: many }, poorer)).toMatchObject({ status: 402 })
  })

  it.each([
    [{ model: 'echo', n: 2, messages: [{ role: 'user', content: '好' }] }, 'n', '这个模型的 n 最多为 1'],
    [{ model: 'echo' }, 'messages', '这个模型不支持图片'],
    [{ n: 5 }, 'n', '这个模型的 n 最多为 4'],
    [{ n: 0 }, 'n', '至少为 1'],
    [{ messages: [{ role: 'system', content: [part(png)] }] }, 'messages', '只有 user 的消息可以带图片'],
    [{ messages: [{ role: 'user', content: Array(17).fill(part(png)) }] }, 'messages', '一次最多 16 张图片'],
    [{ messages: [{ role: 'user', content: [part('file:///etc/passwd')] }] }, 'messages.0.content.0.image_url.url', 'data:image'],
    [{ messages: [{ role: 'user', content: [part(`${png}!`)] }] }, 'messages.0.content.0.image_url.url', 'base64'],
    [
      { messages: [{ role: 'user', content: [text('a'), { ...part(png), image_url: { url: png, detail: 'best' } }] }] },
      'messages.0.content.1.image_url.detail',
      'detail',
    ],
    [{ messages: [{ role: 'user', content: [{ type: 'input_audio' }] }] }, 'messages.0.content.0.type', '只支持文本'],
    [{ messages: [{ role: 'user', content: 7 }] }, 'messages.0.content', '须为文本'],
  ])('refuses by name what a model or the wire has not: %#', async (body, param, message) => {
    expect(await refusal(body)).toMatchObject({ status: 400, param, message: expect.stringContaining(message) })
  })

  it('names an unknown field of an image', async () => {
    const content = [{ ...part(png), max_pixels: 9_999_999 }]
    expect(await refusal({ messages: [{ role: 'user', content }] })).toMatchObject({
      status: 400,
      code: 'unknown_parameter',
      param: 'messages.0.content.0.max_pixels',
    })
  })

  it('looks through an image of millions of characters without losing its way in it', () => {
    const of = (url: string) => ChatRequest.safeParse({ model: 'eyes', messages: [{ role: 'user', content: [part(url)] }] })
    const data = `data:image/webp;base64,${'+/Az'.repeat(2_000_000)}`
    expect([`${data}==`, `${data}=!`, `${data}\n`, `${data}===`, `${data}=A`].map((url) => of(url).success)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })
})
