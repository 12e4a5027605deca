import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { countPromptTokens, countTokens } from '#contract/llm-tokens.ts'
import { endLostCalls } from '#server/domains/llm/end-lost-calls.service.ts'
import { createLlmPlatform, type LlmPlatform } from '#tests/support/llm.ts'
import type { Person } from '#tests/support/people.ts'

const messages = [{ role: 'user' as const, content: '请逐字重复这句话 again and again' }]
const said = messages[0]!.content
const ownCount = { prompt_tokens: countPromptTokens({ messages }), completion_tokens: countTokens(said) }

describe('product §9, docs/decisions/066 Every call is charged what the upstream counted, or was delivered', () => {
  let platform: LlmPlatform
  let person: Person
  let secret: string
  beforeAll(async () => {
    platform = await createLlmPlatform()
    person = await platform.addUser()
    secret = (await platform.addKey(person)).secret
  })
  afterEach(() => {
    for (const fault of Object.keys(platform.sandbox.faults)) Reflect.deleteProperty(platform.sandbox.faults, fault)
  })
  afterAll(() => platform.close())

  const ask = (body: object = {}, signal?: AbortSignal) =>
    fetch(`${platform.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'echo', messages, ...body }),
      ...(signal && { signal }),
    })
  const last = async () => {
    await platform.settled()
    return (await platform.callsOf(person.id)).at(-1)!
  }
  /** Reads a stream until so much was said; returns what reads the rest, and all there was. */
  const heard = async (response: Response, text: string) => {
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let read = ''
    while (!spoken(read).includes(text)) {
      const { done, value } = await reader.read()
      if (done) throw new Error(`ended after ${read}`)
      read += value
    }
    return async () => {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return read
        read += value
      }
    }
  }
  const spoken = (events: string) => [...events.matchAll(/"content":"([^"]*)"/g)].map(([, content]) => content).join('')
  /** Calls begin at the same held moment; each test moves on, so that the last one is the last. */
  const next = () => platform.clock.advance(1_000)

  it('whole', async () => {
    await next()
    expect((await ask()).status).toBe(200)
    expect(await last()).toMatchObject({ ...ownCount, state: 'ok', http_status: 200, estimated: false })
  })

  it('streamed, whether or not the caller wants the counts', async () => {
    for (const includeUsage of [true, false]) {
      await next()
      await (await ask({ stream: true, stream_options: { include_usage: includeUsage } })).text()
      expect(await last()).toMatchObject({ ...ownCount, stream: true, state: 'ok', estimated: false })
    }
  })

  it('left by the caller, who pays by the stated rule what was delivered: the upstream is left as well', async () => {
    await next()
    platform.sandbox.faults.silent_after = 5
    const finished = platform.sandbox.finished()
    const leaving = new AbortController()
    const response = await ask({ stream: true }, leaving.signal)
    await heard(response, said.slice(0, 5))
    leaving.abort()
    const call = await last()
    const { prompt_tokens: promptTokens } = ownCount
    expect(call).toMatchObject({
      state: 'aborted',
      http_status: 499,
      prompt_tokens: promptTokens,
      completion_tokens: 5,
      estimated: true,
    })
    expect(call.cost_pico).toBe(BigInt(promptTokens) * 2_000_000n + 5n * 8_000_000n)
    expect(platform.sandbox.finished()).toBe(finished)
  })

  it('left before anything was delivered, at nothing', async () => {
    platform.sandbox.faults.silent_after = 0
    for (const stream of [true, false]) {
      await next()
      const leaving = new AbortController()
      const asked = ask({ stream }, leaving.signal).catch(() => undefined)
      await expect.poll(async () => (await platform.callsOf(person.id)).at(-1)!.ended_at).toBeNull()
      if (stream) await asked
      leaving.abort()
      await asked
      const call = await last()
      expect(call).toMatchObject({ state: 'aborted', http_status: 499, completion_tokens: 0, estimated: stream })
      // The head of a stream was delivered, and for it the prompt had to be read.
      expect(call.cost_pico).toBe(stream ? BigInt(ownCount.prompt_tokens) * 2_000_000n : 0n)
    }
  })

  it('left by many at once, each once', async () => {
    await next()
    const before = (await platform.callsOf(person.id)).length
    platform.sandbox.faults.silent_after = 3
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const leaving = new AbortController()
        await heard(await ask({ stream: true }, leaving.signal), said.slice(0, 3))
        leaving.abort()
      }),
    )
    await platform.settled()
    const calls = (await platform.callsOf(person.id)).slice(before)
    expect(calls).toHaveLength(20)
    for (const call of calls) expect(call).toMatchObject({ state: 'aborted', completion_tokens: 3, estimated: true })
    expect(await platform.audit()).toEqual([])
  })

  it('at nothing when the upstream refuses or cannot be reached', async () => {
    for (const [faults, status] of [
      [{ unreachable: true }, 502],
      [{ status: 500 }, 502],
      [{ status: 401 }, 502],
      [{ status: 429 }, 429],
      [{ status: 400 }, 400],
      [{ status: 504 }, 504],
    ] as const) {
      await next()
      Object.assign(platform.sandbox.faults, { unreachable: false, status: undefined, ...faults })
      expect((await ask({ stream: true })).status).toBe(status)
      expect(await last()).toMatchObject({
        state: 'error',
        http_status: status,
        cost_pico: 0n,
        prompt_tokens: 0,
        estimated: false,
      })
    }
  })

  it('by the stated rule, and marked, for what was delivered when the upstream breaks off without a count', async () => {
    await next()
    platform.sandbox.faults.cut_after = 4
    const text = await (await ask({ stream: true })).text()
    const error = JSON.parse(text.trim().split('\n\n').at(-1)!.slice('data: '.length)) as { error: { code: string } }
    expect(error.error.code).toBe('upstream_error')
    const call = await last()
    expect(call).toMatchObject({ state: 'error', estimated: true, prompt_tokens: ownCount.prompt_tokens, completion_tokens: 4 })
    expect(call.cost_pico).toBeGreaterThan(0n)
  })

  it('at nothing when it breaks off before anything was delivered', async () => {
    await next()
    platform.sandbox.faults.cut_after = 0
    expect((await ask()).status).toBe(502)
    expect(await last()).toMatchObject({ state: 'error', cost_pico: 0n, estimated: false })
  })

  it('by the stated rule when the upstream counts nothing at all', async () => {
    platform.sandbox.faults.no_usage = true
    for (const body of [{}, { stream: true }]) {
      await next()
      const response = await ask(body)
      expect(await response.text()).not.toContain('usage')
      expect(await last()).toMatchObject({ ...ownCount, state: 'ok', estimated: true })
    }
  })

  it('up to its silence when the upstream says nothing more', async () => {
    await next()
    platform.sandbox.faults.silent_after = 2
    const readRest = await heard(await ask({ stream: true }), said.slice(0, 2))
    expect((await platform.callsOf(person.id)).at(-1)!.ended_at).toBeNull()
    let over = false
    const response = readRest().finally(() => {
      over = true
    })
    while (!over) {
      await platform.clock.advance(10_000)
      await sleep(5)
    }
    expect(await response).toContain('upstream_timeout')
    expect(await last()).toMatchObject({ state: 'error', error_code: 'upstream_timeout', completion_tokens: 2, estimated: true })
  })

  it('once, by a job, where the node of a call is gone', async () => {
    const { kysely } = platform.deps.database
    const call = (await platform.callsOf(person.id))[0]!
    const now = platform.clock.now()
    const leaseUntil = new Date(now.getTime() + limits.llmLeaseSeconds * 1000)
    const open = {
      ...call,
      ended_at: null,
      state: null,
      http_status: null,
      lease_until: leaseUntil,
      reserved_pico: 10n ** 12n,
      cost_pico: 0n,
      posted_fen: 0n,
    }
    await kysely
      .insertInto('llm_calls')
      .values([
        { ...open, id: 'call-begun', seen_prompt: 1000, seen_completion: 500 },
        { ...open, id: 'call-not-begun' },
      ])
      .execute()
    await endLostCalls(platform.deps)
    expect((await kysely.selectFrom('llm_calls').select('id').where('ended_at', 'is', null).execute()).length).toBe(2)
    await platform.clock.advance(limits.llmLeaseSeconds * 1000 + 1)
    await endLostCalls(platform.deps)
    await endLostCalls(platform.deps)
    const ended = await kysely.selectFrom('llm_calls').selectAll().where('error_code', '=', 'server_lost').orderBy('id').execute()
    expect(ended).toMatchObject([
      { id: 'call-begun', cost_pico: 1000n * 2_000_000n + 500n * 8_000_000n, estimated: true, lease_until: null },
      { id: 'call-not-begun', cost_pico: 0n, estimated: false },
    ])
  })

  it('and the books hold', async () => {
    expect(await platform.audit()).toEqual([])
    expect(platform.logs.join('\n')).not.toContain(secret)
    expect(platform.logs.join('\n')).not.toContain(said)
  })
})
