import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { countPrompt, countTokens } from '#contract/llm-tokens.ts'
import { endLostCalls } from '#server/modules/llm/recover.service.ts'
import { StreamTap } from '#server/modules/llm/stream-tap.ts'
import { Meter } from '#server/modules/llm/usage.ts'
import { delta, usage } from '#tests/support/fake-llm.ts'
import { type LlmPlatform, llmPlatform } from '#tests/support/llm.ts'
import type { Person } from '#tests/support/people.ts'

const messages = [{ role: 'user' as const, content: '请逐字重复这句话 again and again' }]
const said = messages[0]!.content
const own_count = { prompt_tokens: countPrompt({ messages }), completion_tokens: countTokens(said) }

describe('docs/decisions/040 Reading a stream on its way through', () => {
  const pieces = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 8 })
  const cuts = fc.array(fc.nat(2000), { maxLength: 20 })

  it('meets the same counts and passes on the same events, wherever the bytes are cut', () => {
    fc.assert(
      fc.property(pieces, cuts, fc.boolean(), fc.constantFrom('\n', '\r\n'), (texts, at, with_usage, end) => {
        const events = [...texts.map((text) => delta(text)), { choices: [], usage }]
        const lines = [...events.map((event) => JSON.stringify(event)), '[DONE]']
        const bytes = Buffer.from(lines.map((line) => `data: ${line}${end}${end}`).join(''))
        const meter = new Meter(() => 1)
        const tap = new StreamTap(meter, with_usage)
        const bounds = [...new Set([0, ...at.map((cut) => cut % bytes.length), bytes.length])].sort((a, b) => a - b)
        const passed = bounds.slice(1).map((bound, nth) => tap.feed(bytes.subarray(bounds[nth], bound)).text)
        const expected = lines.filter((_, nth) => with_usage || nth !== texts.length)
        expect(passed.join('')).toBe(expected.map((line) => `data: ${line}\n\n`).join(''))
        expect([meter.use, meter.estimated, tap.done]).toEqual([
          { prompt_tokens: 1234, completion_tokens: 567, cached_tokens: 1000 },
          false,
          true,
        ])
      }),
    )
  })

  it('passes an event on in the moment in which it is whole', () => {
    const tap = new StreamTap(new Meter(() => 0), false)
    const bytes = Buffer.from(`data: ${JSON.stringify(delta('一'))}\n\ndata: {"cho`)
    expect(tap.feed(bytes.subarray(0, -13)).text).toBe('')
    expect(tap.feed(bytes.subarray(-13)).text).toContain('一')
  })
})

describe('product §9 Every call is charged what the upstream counted', () => {
  let platform: LlmPlatform
  let person: Person
  let secret: string
  beforeAll(async () => {
    platform = await llmPlatform()
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
  /** Calls begin at the same held moment; each test moves on, so that the last one is the last. */
  const next = () => platform.clock.advance(1_000)

  it('whole', async () => {
    await next()
    expect((await ask()).status).toBe(200)
    expect(await last()).toMatchObject({ ...own_count, state: 'ok', http_status: 200, estimated: false })
  })

  it('streamed, whether or not the caller wants the counts', async () => {
    for (const include_usage of [true, false]) {
      await next()
      await (await ask({ stream: true, stream_options: { include_usage } })).text()
      expect(await last()).toMatchObject({ ...own_count, stream: true, state: 'ok', estimated: false })
    }
  })

  it('left by the caller, who pays what he has caused: the answer is read to its end', async () => {
    await next()
    const finished = platform.sandbox.finished()
    const leaving = new AbortController()
    const response = await ask({ stream: true, messages: [{ role: 'user', content: '字'.repeat(3000) }] }, leaving.signal)
    await response.body!.getReader().read()
    leaving.abort()
    const call = await last()
    expect(call).toMatchObject({ state: 'aborted', http_status: 499, completion_tokens: 3000, estimated: false })
    expect(platform.sandbox.finished()).toBe(finished + 1)
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
    expect(call).toMatchObject({ state: 'error', estimated: true, prompt_tokens: own_count.prompt_tokens, completion_tokens: 4 })
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
      expect(await last()).toMatchObject({ ...own_count, state: 'ok', estimated: true })
    }
  })

  it('up to its silence when the upstream says nothing more', async () => {
    await next()
    platform.sandbox.faults.silent_after = 2
    const response = ask({ stream: true }).then((answer) => answer.text())
    await expect.poll(async () => (await platform.callsOf(person.id)).at(-1)!.ended_at).toBeNull()
    await sleep(300)
    for (let waited = 0; waited <= limits.llm_silence_seconds + 20; waited += 10) {
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
    const lease_until = new Date(now.getTime() + limits.llm_lease_seconds * 1000)
    const open = {
      ...call,
      ended_at: null,
      state: null,
      http_status: null,
      lease_until,
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
    await platform.clock.advance(limits.llm_lease_seconds * 1000 + 1)
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
