import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { llmKeys } from '#contract/llm-keys.ts'
import { picoPerFen } from '#contract/money.ts'
import { formatPicoAsYuan, splitPostableCost, type TokenPrice } from '#server/domains/llm/cost.policy.ts'
import { computeReservation } from '#server/domains/llm/reserve.policy.ts'
import { addLlmModel, createLlmPlatform, type LlmPlatform } from '#tests/support/llm.ts'
import type { Person } from '#tests/support/people.ts'

const micro = fc.bigInt({ min: 0n, max: 10_000_000_000n })

describe('docs/decisions/040 What a call may cost', () => {
  const price = fc.record({
    input_micro: micro,
    cached_micro: fc.constant(0n),
    output_micro: micro,
  }) satisfies fc.Arbitrary<TokenPrice>

  it('is never more than what is left, and never less than what it lets out', () => {
    const wish = fc.record({
      bytes: fc.nat(10_000_000),
      image_tokens: fc.nat(1_600_000),
      choices: fc.integer({ min: 1, max: 16 }),
      max_output: fc.nat(100_000),
    })
    fc.assert(
      fc.property(price, wish, fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (of, wanted, left) => {
        const held = computeReservation(of, wanted, left)
        if (!held) return
        expect(held.reserved_pico).toBeLessThanOrEqual(left)
        expect(held.max_output).toBeLessThanOrEqual(wanted.max_output)
        expect(held.max_output > 0 || wanted.max_output === 0).toBe(true)
        expect(held.reserved_pico).toBeGreaterThanOrEqual(
          BigInt(wanted.bytes + wanted.image_tokens) * of.input_micro +
            BigInt(held.max_output * wanted.choices) * of.output_micro,
        )
      }),
    )
  })

  it('posts the same fen, however a sum is cut into calls', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 3n * picoPerFen }), { maxLength: 50 }), (costs) => {
        let [carry, posted] = [0n, 0n]
        for (const cost of costs) {
          const next = splitPostableCost(carry, cost)
          carry = next.carry_pico
          posted += next.fen
        }
        const sum = costs.reduce((total, cost) => total + cost, 0n)
        expect([posted, carry]).toEqual([sum / picoPerFen, sum % picoPerFen])
      }),
    )
  })

  it('is shown with six places', () => {
    expect([0n, 499_999n, 500_000n, 12_345_678_901_234n].map(formatPicoAsYuan)).toEqual([
      '0.000000',
      '0.000000',
      '0.000001',
      '12.345679',
    ])
  })
})

describe('product §9 Caps, scopes and what else limits a key', () => {
  let platform: LlmPlatform
  beforeAll(async () => {
    platform = await createLlmPlatform()
    await addLlmModel(platform, { id: 'dear', input: 500n, cached: 500n, output: 1000n })
  })
  afterAll(() => platform.close())

  const ask = async (token: string, body: object = {}, path = 'chat/completions') => {
    const response = await fetch(`${platform.origin}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'echo', messages: [{ role: 'user', content: '字' }], ...body }),
    })
    const { error } = (await response.json()) as { error?: { code: string } }
    return { status: response.status, code: error?.code }
  }
  const dear = (length: number, maxTokens = length) => ({
    model: 'dear',
    max_tokens: maxTokens,
    messages: [{ role: 'user', content: '字'.repeat(length) }],
  })
  const spentOf = async (person: Person, id: string) => (await person.call(llmKeys.get, { params: { id } })).data

  it('never lets a key with a cap of ¥5 spend ¥5.01, however many calls come at once', async () => {
    const person = await platform.addUser()
    const { id, secret } = await platform.addKey(person, { cap: '5.00' })
    const answers = await Promise.all(Array.from({ length: 50 }, (_, nth) => ask(secret, dear(100 + nth * 3))))
    const served = answers.filter(({ status }) => status === 200).length
    expect(answers.every(({ status, code }) => status === 200 || (status === 429 && code === 'insufficient_quota'))).toBe(true)
    expect(served).toBeGreaterThan(5)
    expect(served).toBeLessThan(50)
    // One after the other, until nothing fits any more beside what is spent.
    do await platform.settled()
    while ((await ask(secret, dear(250))).status === 200)
    const key = await spentOf(person, id)
    expect(Number(key.spent)).toBeGreaterThan(3)
    expect(Number(key.spent)).toBeLessThanOrEqual(5)
    expect(await platform.audit()).toEqual([])
  })

  it('cuts an answer down to what can be paid, and never takes the balance below 0 by itself', async () => {
    const person = await platform.addUser({ balance: '1.00' })
    const { secret } = await platform.addKey(person)
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(secret, dear(200, 8192))))
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    await platform.settled()
    expect(await platform.cashOf(person.id)).toBeGreaterThanOrEqual(0n)
    const [call] = (await platform.callsOf(person.id)).filter(({ state }) => state === 'ok')
    expect(call!.cost_pico).toBeLessThanOrEqual(call!.reserved_pico)
  })

  it('refuses what a key is not for', async () => {
    const person = await platform.addUser()
    const chat = await platform.addKey(person, { scopes: ['chat'], models: ['echo'] })
    expect(await ask(chat.secret, { model: 'vectors', input: 'x' }, 'embeddings')).toEqual({ status: 403, code: 'scope_denied' })
    expect(await ask(chat.secret, dear(1))).toEqual({ status: 403, code: 'model_denied' })
    expect((await platform.client(chat.secret).models.list()).data.map(({ id }) => id)).toEqual(['echo'])
    expect(await ask(chat.secret)).toMatchObject({ status: 200 })
  })

  it('refuses a key from the moment it is disabled, removed, or its last day has passed', async () => {
    const person = await platform.addUser()
    const refused = { status: 401, code: 'invalid_api_key' }
    const [disabled, removed, expiring] = [
      await platform.addKey(person),
      await platform.addKey(person),
      await platform.addKey(person, { expires_on: '2026-01-02' }),
    ]
    await person.call(llmKeys.disable, { params: { id: disabled.id } })
    expect(await ask(disabled.secret)).toEqual(refused)
    await person.call(llmKeys.enable, { params: { id: disabled.id } })
    expect(await ask(disabled.secret)).toMatchObject({ status: 200 })
    await person.call(llmKeys.remove, { params: { id: removed.id } })
    expect(await ask(removed.secret)).toEqual(refused)
    expect(await ask(expiring.secret)).toMatchObject({ status: 200 })
    await platform.clock.advance(2 * 86_400_000)
    expect(await ask(expiring.secret)).toEqual(refused)
    expect((await spentOf(person, expiring.id)).state).toBe('expired')
  })

  it('stops the keys of who is frozen, or has lost the large models', async () => {
    const person = await platform.addUser()
    const { secret } = await platform.addKey(person)
    const set = (changes: object) =>
      platform.deps.database.kysely.updateTable('users').set(changes).where('id', '=', person.id).execute()
    await set({ is_tencent: false })
    expect(await ask(secret)).toEqual({ status: 403, code: 'not_open' })
    await set({ is_tencent: true, frozen_at: platform.clock.now() })
    expect(await ask(secret)).toEqual({ status: 403, code: 'account_frozen' })
  })

  it('lets a key begin so many calls a minute', async () => {
    const person = await platform.addUser()
    const { id, secret } = await platform.addKey(person)
    await ask(secret)
    await platform.settled()
    const [{ id: _, ...call }] = (await platform.callsOf(person.id)) as [Awaited<ReturnType<typeof platform.callsOf>>[number]]
    const more = Array.from({ length: limits.llmRequestsPerMinute - 1 }, (_, nth) => ({
      ...call,
      id: `call-many-${nth}`,
      cost_pico: 0n,
    }))
    const failed = { state: 'error', prompt_tokens: 0, cached_tokens: 0, completion_tokens: 0, posted_fen: 0n }
    await platform.deps.database.kysely
      .insertInto('llm_calls')
      .values(more.map((row) => ({ ...row, ...failed })))
      .execute()
    expect(await ask(secret)).toEqual({ status: 429, code: 'rate_limit_exceeded' })
    await platform.clock.advance(60_001)
    expect(await ask(secret)).toMatchObject({ status: 200 })
    expect((await spentOf(person, id)).state).toBe('active')
  })
})
