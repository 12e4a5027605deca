import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
import { createLlmPlatform, type LlmPlatform } from '#tests/support/llm.ts'
import { createStatementLog, type StatementLog } from '#tests/support/statement-log.ts'

const heldPieces = ['慢', '条', '斯', '理']
const messages = [{ role: 'user' as const, content: '请逐字重复这句话 again and again' }]

describe('docs/decisions/040 Any server that speaks the wire of OpenAI', () => {
  let upstream: FakeLlm
  let platform: LlmPlatform
  let log: StatementLog
  let mode = 'stream'
  /** How many of `heldPieces` it has said, and what has it say the next. */
  let said = 0
  let sayNext = () => {}
  beforeAll(async () => {
    upstream = await startFakeLlm(async (body, response) => {
      if (mode === 'endless') return void response.writeHead(200).write(`data: ${JSON.stringify(buildDelta('一'))}\n\n`)
      if (mode === 'refuse')
        return sendJson(response, 400, { error: { message: 'bad temperature for sk-upstream at http://10.0.0.1/x' } })
      if (mode === 'leak') return sendJson(response, 401, { error: { message: 'Incorrect API key provided: sk-upstream' } })
      if (mode === 'held') {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        for (const text of heldPieces) {
          response.write(`data: ${JSON.stringify(buildDelta(text))}\n\n`)
          said += 1
          await new Promise<void>((resolve) => {
            sayNext = resolve
          })
        }
        return void response.end(`data: ${JSON.stringify(finishedChunk)}\n\ndata: [DONE]\n\n`)
      }
      if (body.stream)
        return sendEventStream(response, [
          ...Array.from('慢慢来', (text) => buildDelta(text)),
          finishedChunk,
          { choices: [], usage: fakeLlmUsage },
          '[DONE]',
        ])
      return sendJson(response, 200, { choices: [{ message: { content: 'ok' } }], usage: fakeLlmUsage })
    })
    log = await createStatementLog()
    platform = await createLlmPlatform({
      database: log.database,
      upstream: () => createOpenaiUpstream({ url: upstream.url, key: 'sk-upstream', takes_image_addresses: false }),
    })
  })
  afterAll(async () => {
    await platform.close()
    await upstream.close()
  })

  it('is asked by its own name of the model, with our key, and always for its counts', async () => {
    const person = await platform.addUser()
    const client = platform.client((await platform.addKey(person)).secret)
    const answer = client.chat.completions.stream({ model: 'echo', messages, max_tokens: 100, user: 'me' })
    expect(await answer.finalContent()).toBe('慢慢来')
    expect(upstream.asked.at(-1)).toEqual({
      path: '/v1/chat/completions',
      authorization: 'Bearer sk-upstream',
      body: {
        model: 'zhisuan-echo',
        messages,
        max_tokens: 100,
        user: 'me',
        stream: true,
        stream_options: { include_usage: true },
      },
    })
    await platform.settled()
    const costPico = 234n * 2_000_000n + 1000n * 1_000_000n
    // What it says it has put out is more than it was allowed to: nobody pays more than he has agreed to.
    expect(await platform.callsOf(person.id)).toMatchObject([{ cached_tokens: 1000, completion_tokens: 567, state: 'ok' }])
    expect((await platform.callsOf(person.id))[0]!.cost_pico).toBeLessThan(costPico + 567n * 8_000_000n)
    expect(await platform.audit()).toEqual([])
  })

  it('keeps its key and its address to itself', async () => {
    const person = await platform.addUser()
    const client = platform.client((await platform.addKey(person)).secret)
    for (mode of ['refuse', 'leak']) {
      const error = await client.chat.completions.create({ model: 'echo', messages }).catch((thrown: Error) => thrown)
      expect(String(error)).toContain(mode === 'refuse' ? 'bad temperature' : '模型服务出错')
      expect(String(error)).not.toMatch(/sk-upstream|10\.0\.0\.1/)
    }
    mode = 'stream'
    expect(platform.logs.join('\n')).not.toContain('sk-upstream')
  })

  it('is heard piece by piece: each goes on before it says the next, and the database is not asked for it', async () => {
    await platform.settled()
    mode = 'held'
    const { secret } = await platform.addKey(await platform.addUser())
    log.forget()
    const response = await fetch(`${platform.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'echo', messages, stream: true }),
    })
    const before = log.sent().length
    // all that stands between a question and the upstream: twice what it was when this was written
    expect(before).toBeLessThanOrEqual(16)
    const heard = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    for (const [nth, piece] of heldPieces.entries()) {
      let text = ''
      while (!text.includes(piece)) text += (await heard.read()).value
      expect([said, log.sent().length]).toEqual([nth + 1, before])
      sayNext()
    }
    while (!(await heard.read()).done);
    mode = 'stream'
  })

  it('is left, and what it has said is charged, when the node closes', async () => {
    mode = 'endless'
    const person = await platform.addUser()
    const { secret } = await platform.addKey(person)
    const response = await fetch(`${platform.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'echo', messages, stream: true }),
    })
    await response.body!.getReader().read()
    await platform.app.close()
    expect(await platform.callsOf(person.id)).toMatchObject([
      { state: 'error', error_code: 'server_shutdown', completion_tokens: 1, estimated: true, lease_until: null },
    ])
  })
})
