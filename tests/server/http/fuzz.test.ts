import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { resultCodes, successCode } from '#contract/codes.ts'
import { loadEndpoints } from '#server/crud-nouns.ts'
import { loadOwnedFixtures } from '#tests/support/fixtures.ts'
import { buildJunkRequest, JunkGenerator } from '#tests/support/junk.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import { stepUpSession } from '#tests/support/payments.ts'
import type { Person } from '#tests/support/people.ts'
import { createSeededRandom, pickRunSeed } from '#tests/support/random.ts'
import { createTimeCheck, formatRunCount, getRandomRuns, logRunCount } from '#tests/support/random-runs.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

const allEndpoints = await loadEndpoints()
const fixtures = await loadOwnedFixtures()

const requests = getRandomRuns('FUZZ_REQUESTS', 2_000)

let rental: RentalPlatform
let people: (Person | undefined)[]
/** Everybody has just proved who he is, or half of the calls would end there. */
const proveAll = () => Promise.all(people.map((person) => person && stepUpSession(rental, person)))
const ids: string[] = []
const sense: Record<string, readonly unknown[]> = {
  product_id: ['product-rtx-4090'],
  image_id: ['image-tests'],
  secret_key_id: [null, null, 'key-unknown'],
  gpu_num: [1, 1, 2, 8],
  data_disk: [50, 51, 2000],
  charge_rule: ['hour', 'day', 'week'],
  quantity: [1, 1, 2, 52],
  nick_name: ['训练', '🙂', '<b>'],
  amount: ['1', '0.01', '99999.99', '1e5'],
  channel: ['alipay', 'wechat'],
  port: [6006, 6008, 8888, 22],
  phone: ['13800138000', '13900139000'],
  captcha_type: ['login', 'register', 'reset_password', 'wechat_bind'],
  public_key: [
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJfkVUjAMC3wHhYqFJMXDg5wYwK8rNhbQVnkRgWHQmYc x',
    'ssh-rsa AAAA',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA/////w==',
  ],
}
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 64)] })
  const [user, sub, tencent, operator] = [
    await rental.addPerson({ balance: '100000.00' }),
    await rental.addPerson({ account_type: 'sub' }),
    await rental.addPerson({ is_tencent: true }),
    await rental.addPerson({ role: 'operator_admin', real_name: false }),
  ]
  people = [undefined, user, user, sub, tencent, operator]
  for (const person of [user, sub]) for (const fixture of fixtures.values()) ids.push(await fixture(rental, person))
  ids.push('product-rtx-4090', 'image-tests')
  await proveAll()
  sense.quote = await rental.quotesFor(Array(50).fill(user))
})
afterAll(() => rental.close())

const Envelope = z.strictObject({
  code: z.string().regex(/^(0|\d{8})$/),
  success: z.boolean(),
  message: z.string(),
  data: z.unknown(),
  total: z.number().int().optional(),
})
const knownCodes = new Set<string>([successCode, ...Object.values(resultCodes).map(({ code }) => code)])
/** What an answer says of our insides, if it says anything. */
const insides = /node_modules|\bat \S+ \(|kysely|select .* from|\bpg_[a-z]{4}|PGlite|\.ts:\d/i

/** What is wrong with an answer; undefined when it is as it should be. */
function faultOf(status: number, contentType: unknown, body: string): string | undefined {
  if (status >= 500) return `status ${status}`
  if (!String(contentType).startsWith('application/json')) return `content type ${contentType}`
  const parsed = Envelope.safeParse(JSON.parse(body))
  if (!parsed.success) return 'no envelope'
  const { code, success, message } = parsed.data
  if (!knownCodes.has(code)) return `unknown code ${code}`
  if (success !== (code === successCode) || (success && status !== 200))
    return `success ${success}, code ${code}, status ${status}`
  if (!success && !/\p{Script=Han}/u.test(message)) return `message ${message}`
  return insides.exec(body)?.[0]
}

describe('R11 Junk', () => {
  it(`of ${formatRunCount(requests)} calls on every endpoint in every role is answered in the envelope and never by a 5xx`, async () => {
    const pick = createSeededRandom(pickRunSeed('FUZZ'))
    const junk = new JunkGenerator(pick, ids, sense)
    const statuses = new Map<number, number>()
    const isTime = createTimeCheck()
    let sent = 0
    for (; sent < requests && isTime(); sent += 1) {
      const { name, endpoint } = allEndpoints[sent % allEndpoints.length]!
      // A call that goes through ends the session, and then nobody is left to make the others.
      const ends = ['auth.logout', 'account_security.close'].includes(name)
      const caller = people[pick(people.length)]
      // What the people of this test have sealed cannot be opened. An operator could freeze them, and take what they rent off sale.
      const spoils =
        ends ||
        name === 'users.reveal_real_name' ||
        (caller === people.at(-1) && /^operator_(users\.freeze|products\.off_sale)$/.test(name))
      const person = spoils ? undefined : caller
      const request = buildJunkRequest(junk, endpoint)
      if (person) request.headers.authorization = `Bearer ${await person.token()}`
      else if (junk.chance(30))
        request.headers.authorization = junk.one(['Bearer', 'Bearer x', 'Bearer a.b.c', 'Basic eA==', 'x'])
      const remoteAddress = `10.1.${sent % 250}.${pick(250)}`
      const reply = await rental.app.inject({ ...request, remoteAddress })
      statuses.set(reply.statusCode, 1 + (statuses.get(reply.statusCode) ?? 0))
      if (endpoint.download && reply.statusCode === 200) continue
      const fault = faultOf(reply.statusCode, reply.headers['content-type'], reply.body)
      if (fault) throw new Error(`call ${sent}: ${fault}\n${name} ${JSON.stringify(request)}\n${reply.body}`)
      // Instances come up, run and go on the side.
      if (sent % 1_000 === 0) await rental.tick(5_000).then(proveAll)
    }
    logRunCount('FUZZ_REQUESTS', sent, requests)
    for (const status of [200, 400, 401, 403, 404, 409]) expect(statuses.get(status), `${status}`).toBeGreaterThan(0)
    expect(await rental.audit()).toEqual([])
  }, 1_800_000)

  it('put no token, no code, no ID number and no failure into the log', async () => {
    const tokens = await Promise.all(people.map((person) => person?.token() ?? 'Bearer '))
    const sms = rental.deps.sandbox.sms!.inbox().map(({ code }) => `"${code}"`)
    for (const secret of [...tokens, ...sms, '11010519491231002X', 'Gpu#2026rent'])
      expect(rental.logs.filter((line) => line.includes(secret))).toEqual([])
    expect(rental.logs.filter((line) => line.includes('unexpected failure'))).toEqual([])
  })

  it.each([
    ['GET', '/api/v1/instance/%E0%A4%A', 400],
    ['GET', `/api/v1/instance/${'a'.repeat(500)}`, 413],
    ['GET', '/api/v1/nothing', 404],
    ['GET', '/api/v2/instance/list', 404],
    ['PUT', '/api/v1/login', 404],
    ['GET', '/%', 400],
  ] as const)('%s %s outside of any endpoint is answered in the envelope, too', async (method, url, status) => {
    const reply = await rental.app.inject({ method, url })
    expect(faultOf(reply.statusCode, reply.headers['content-type'], reply.body)).toBeUndefined()
    expect(reply.statusCode).toBe(status)
  })

  it('too large is refused before it is read', async () => {
    const payload = JSON.stringify({ phone: 'x'.repeat(1_100_000) })
    const reply = await rental.app.inject({
      method: 'POST',
      url: '/api/v1/login',
      payload,
      headers: { 'content-type': 'application/json' },
    })
    expect([reply.statusCode, JSON.parse(reply.body).code]).toEqual([413, resultCodes.too_large.code])
  })
})
