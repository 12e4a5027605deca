import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { streamPath } from '#contract/stream.ts'
import { readServerConfig } from '#server/config/config.ts'
import { canReadMetrics } from '#server/domains/rentals/monitor/exposition.policy.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

let rental: RentalPlatform
let person: Person
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 4)] })
  person = await rental.addPerson({ balance: '100.00' })
})
afterAll(() => rental.close())

type Headers = Record<string, string>
const ask = (headers: Headers = {}, remoteAddress = '127.0.0.1') =>
  rental.app.inject({ method: 'GET', url: '/metrics', headers, remoteAddress })

/** `name{label="value"} figure` of every line; throws on a line that is none of the format's. */
function parse(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const found = /^([a-zA-Z_:][\w:]*(?:\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\.)*",?)*\})?) (\S+)$/.exec(line)
      const value = found?.[2] === '+Inf' ? Number.POSITIVE_INFINITY : Number(found?.[2])
      if (!found || (Number.isNaN(value) && !/^nan$/i.test(found[2]!))) throw new Error(`not of the format: ${line}`)
      return [found[1]!, value]
    }),
  )
}
const figures = async () => parse((await ask()).body)

describe('product §10 Figures for Prometheus', () => {
  it('are text of its format', async () => {
    const reply = await ask()
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    const names = [...parse(reply.body).keys()]
    expect(names.some((name) => name.startsWith('nodejs_eventloop_lag'))).toBe(true)
    for (const name of new Set(names.map((one) => one.replace(/\{.*/, '').replace(/_(bucket|sum|count)$/, '')))) {
      expect(reply.body).toContain(`# TYPE ${name} `)
    }
  })

  it('have lawful names: what only counts up ends in _total, and nothing else does', async () => {
    const { body } = await ask()
    const kinds = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', kind]) => ({ name, kind }))
    expect(kinds.length).toBeGreaterThan(30)
    for (const { name, kind } of kinds) {
      expect([name, name.endsWith('_total')]).toEqual([name, kind === 'counter'])
      expect(name).toMatch(/^[a-z][a-z0-9_]*(?<!_count|_sum|_bucket)$/)
      expect(body).toMatch(new RegExp(`^# HELP ${name} \\S`, 'm'))
    }
    // what was left out is there by type
    expect(body).toMatch(/^nodejs_active_handles\{type="/m)
  })

  it.skipIf(!hasPromtool && !process.env.REQUIRE_ALL)('pass the linter of Prometheus', async () => {
    const { body } = await ask()
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: body, encoding: 'utf8' })
    expect([status, stdout, stderr]).toEqual([0, '', ''])
  })

  it('count instances, cards and what runs costs', async () => {
    const before = await figures()
    expect(before.get('zhisuan_instances{status="running"}')).toBe(0)
    expect(before.get('zhisuan_gpus{model="RTX 4090"}')).toBe(4)
    expect(before.get('zhisuan_queue_length{model="RTX 4090"}')).toBe(0)
    const id = await rental.rent(person, { gpu_num: 3 })
    const after = await figures()
    expect(after.get('zhisuan_instances{status="running"}')).toBe(1)
    expect(after.get('zhisuan_gpus_free{model="RTX 4090"}')).toBe(1)
    expect(after.get('zhisuan_burn_yuan_per_hour')).toBeCloseTo(6.84, 6)
    await rental.act(person, id, 'shutdown')
    await rental.tick(60_000)
    expect((await figures()).get('zhisuan_burn_yuan_per_hour')).toBe(0)
    await rental.releaseAll(person)
  })

  it('count sick cards and hosts that are silent or out of sale', async () => {
    const of = async (names: readonly string[]) => {
      const seen = await figures()
      return names.map((name) => seen.get(`zhisuan_${name}`))
    }
    const names = ['gpus_sick{model="RTX 4090"}', 'gpus_free{model="RTX 4090"}', 'hosts_silent', 'hosts_held']
    expect(await of(names)).toEqual([0, 4, 0, 0])
    const { kysely } = rental.deps.database
    const at = rental.clock.now()
    const sick = { health: '温度过高', health_since: at }
    const { uuid } = await kysely.selectFrom('gpus').select('uuid').where('model', '=', 'RTX 4090').executeTakeFirstOrThrow()
    await kysely.updateTable('gpus').set(sick).where('uuid', '=', uuid).execute()
    await kysely.updateTable('host_looks').set({ unreachable_since: at }).execute()
    const [, , silent] = await of(names)
    expect(silent).toBeGreaterThan(0)
    await kysely.updateTable('hosts').set({ drained_at: at, held_at: at }).execute()
    expect(await of(names)).toEqual([1, 0, 0, silent])
    await kysely.updateTable('gpus').set({ health: null, health_since: null }).execute()
    await kysely.updateTable('hosts').set({ drained_at: null, held_at: null }).execute()
    await kysely.updateTable('host_looks').set({ unreachable_since: null }).execute()
  })

  it('time calls by their declared path, and name nobody', async () => {
    const id = await rental.rent(person)
    await rental.show(person, id)
    const { body } = await ask()
    expect(body).toContain('route="/api/v1/instance/:id",status="200"')
    for (const secret of [id, person.id, '训练']) expect(body).not.toContain(secret)
    await rental.releaseAll(person)
  })

  it('count the open streams', async () => {
    await rental.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = rental.app.server.address() as { port: number }
    const leaving = new AbortController()
    const headers = { authorization: `Bearer ${await person.token()}` }
    const stream = await fetch(`http://127.0.0.1:${port}${streamPath}`, { headers, signal: leaving.signal })
    expect(stream.status).toBe(200)
    expect((await figures()).get('zhisuan_stream_clients')).toBe(1)
    leaving.abort()
    while ((await figures()).get('zhisuan_stream_clients') !== 0) await new Promise((resolve) => setTimeout(resolve, 10))
  })
})

describe('product §10 Who may read the figures', () => {
  it.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])('%s may', async (address) =>
    expect((await ask({}, address)).statusCode).toBe(200),
  )
  it.each(['10.0.0.1', '::ffff:10.0.0.1', 'fe80::1', '128.0.0.1'])('%s may not', async (address) => {
    const reply = await ask({}, address)
    expect([reply.statusCode, reply.json().success]).toEqual([403, false])
    expect(reply.body).not.toContain('zhisuan_')
  })
  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])(
    'nor does who came through a proxy on this machine (%s)',
    async (name) => expect((await ask({ [name]: '127.0.0.1' })).statusCode).toBe(403),
  )

  const token = 'a-token-of-enough-letters'
  const same = (a: string, b: string) => a === b
  it.each([
    ['the right token, from anywhere', { peer: '8.8.8.8', forwarded: true, token }, token, true],
    ['a wrong token', { peer: '8.8.8.8', forwarded: false, token: 'wrong' }, token, false],
    ['a wrong token on this machine', { peer: '127.0.0.1', forwarded: false, token: 'wrong' }, token, false],
    ['a token where none is configured', { peer: '127.0.0.1', forwarded: false, token }, undefined, false],
    ['no token from elsewhere', { peer: '8.8.8.8', forwarded: false, token: undefined }, token, false],
    ['no token on this machine', { peer: '127.0.0.1', forwarded: false, token: undefined }, token, true],
  ] as const)('%s', (_, reader, wanted, welcome) =>
    expect(canReadMetrics({ ...reader, by_place: true }, wanted, same)).toBe(welcome),
  )

  it('nobody without a token where a proxy may stand on this machine, though it adds no header', () => {
    const reader = { peer: '127.0.0.1', forwarded: false, by_place: false }
    expect(canReadMetrics({ ...reader, token: undefined }, token, same)).toBe(false)
    expect(canReadMetrics({ ...reader, token }, token, same)).toBe(true)
    expect(readServerConfig({ TRUST_PROXY: '127.0.0.1' }).metrics_on_loopback).toBe(false)
    expect(readServerConfig({ TRUST_PROXY: 'none' }).metrics_on_loopback).toBe(false)
    expect(readServerConfig({}).metrics_on_loopback).toBe(true)
  })

  it('a configured token opens the door, and must be long', async () => {
    const { config } = rental.deps
    config.metrics_token = token
    expect((await ask({ authorization: `Bearer ${token}` }, '8.8.8.8')).statusCode).toBe(200)
    expect((await ask({ authorization: `Bearer ${token}x` }, '8.8.8.8')).statusCode).toBe(403)
    config.metrics_token = undefined
    expect(() => readServerConfig({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN')
  })
})
