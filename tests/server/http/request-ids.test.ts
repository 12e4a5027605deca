import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instances } from '#contract/instances.ts'
import { llmBasePath } from '#contract/llm-wire.ts'
import { products } from '#contract/products.ts'
import { users } from '#contract/users.ts'
import { readServerConfig } from '#server/config/config.ts'
import { createRequestIds } from '#server/http/request-ids.ts'
import { createNodeLog } from '#server/node-log.ts'
import { buildWorkerApp } from '#server/node-status.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { addPerson, type Person } from '#tests/support/people.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { createRentalPlatform } from '#tests/support/rental.ts'

const dir = mkdtempSync(join(tmpdir(), 'zhisuan-request-ids-'))
const config = readServerConfig({
  ROLE: 'api',
  DATA_DIR: dir,
  TRUST_PROXY: '127.0.0.1',
  LOG_LEVEL: 'debug',
  USER_RPS: '0',
  NETWORK_RPS: '0',
})
const given = 'proxy-0123456789abcdef'

const text: string[] = []
const log = createNodeLog(config, { to: { write: (line) => void text.push(line) } })
interface Line {
  level: string
  msg: string
  request_id?: string
  [field: string]: unknown
}
const lines = () => text.map((line) => JSON.parse(line) as Line)

let platform: TestPlatform
let person: Person
/** Thrown by the next transaction. */
let fault: Error | undefined
beforeAll(async () => {
  const database = await createTestDatabase()
  platform = await createTestPlatform({
    config,
    log,
    database: {
      ...database,
      transaction: async (work) => {
        const thrown = fault
        fault = undefined
        if (thrown) throw thrown
        return database.transaction(work)
      },
    },
  })
  person = await addPerson(platform)
})
afterAll(async () => {
  await platform.close()
  rmSync(dir, { recursive: true })
})

describe('decision 105 The id of a request', () => {
  it('is that of the proxy in front, and ours where there is none, where it is no id, and where it numbers a bill', () => {
    const name = createRequestIds(config)
    const ours = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
    expect(name({ headers: { 'x-request-id': given }, url: '/' })).toBe(given)
    for (const id of ['short', `${given} x`, `${given}\n`, '<script>alert()</script>', 'x'.repeat(65), ''])
      expect(name({ headers: { 'x-request-id': id }, url: '/' })).toMatch(ours)
    expect(name({ headers: { 'x-request-id': given }, url: `${llmBasePath}/chat/completions` })).toMatch(ours)
    expect(createRequestIds({ trust_proxy: [] })({ headers: { 'x-request-id': given }, url: '/' })).toMatch(ours)
  })

  it('is in the answer, whatever came of it, on every kind of node', async () => {
    const worker = await buildWorkerApp(platform.deps)
    for (const [app, url] of [
      [platform.app, products.list.path],
      [platform.app, '/api/v1/nothing'],
      [platform.app, '/healthz'],
      [worker, '/healthz'],
      [worker, '/nothing'],
    ] as const) {
      const { headers } = await app.inject({ url, headers: { 'x-request-id': given } })
      expect([url, headers['x-request-id']]).toEqual([url, given])
    }
    await worker.close()
  })

  it('is in the body of what is no fault of the caller, and in each line of the log about it', async () => {
    fault = new Error('something broke')
    const url = users.update.path.replace(':id', person.id)
    const headers = { authorization: `Bearer ${await person.token()}`, 'x-request-id': given }
    const reply = await platform.app.inject({ method: 'PUT', url, headers, payload: { nickname: '新名字' } })
    expect([reply.statusCode, reply.json().data]).toEqual([500, { request_id: given }])
    const own = lines().filter((line) => line.request_id === given && line.route !== '/healthz')
    expect(own).toContainEqual(
      expect.objectContaining({
        ...{ level: 'error', role: 'api', msg: 'unexpected failure', time: expect.stringMatching(/^20\d\d-.*Z$/) },
        err: expect.objectContaining({ message: 'something broke' }),
      }),
    )
    expect(own).toContainEqual(
      expect.objectContaining({ level: 'info', msg: 'answered', method: 'PUT', route: users.update.path, status: 500 }),
    )
  })
})

describe('decision 105 The log', () => {
  it('holds no token, code, password, ID number, phone or query, at any level and though an error quotes a row', async () => {
    const { user, token, refresh } = await platform.signUp({ real_name: true })
    const detail = `Key (phone)=(${user.phone}) already exists.`
    fault = Object.assign(new pg.DatabaseError('duplicate key', 0, 'error'), { code: '23505', constraint: 'x_key', detail })
    const reply = await platform.app.inject({
      method: 'PUT',
      url: `${users.update.path.replace(':id', user.id)}?ticket=a-ticket-of-someone`,
      headers: { authorization: `Bearer ${token}`, cookie: 'c=a-ticket-of-someone' },
      payload: { nickname: '名字' },
    })
    expect(reply.statusCode).toBe(500)
    await platform.app.inject({ url: '/%zz?ticket=a-ticket-of-someone' })
    await platform.app.inject({ url: '/ws/v1/terminal?ticket=a-ticket-of-someone' })
    const all = text.join('')
    expect(all).toContain('x_key')
    const code = platform.smsCode(user.phone)
    for (const secret of [token, refresh, user.password, user.phone, `"${code}"`, '19900307', 'a-ticket-of-someone'])
      expect(all).not.toContain(secret)
  })

  it('tells by the id which call a job works for', async () => {
    const logged: string[] = []
    const rental = await createRentalPlatform({ config })
    Object.assign(rental.deps, { log: createNodeLog(config, { to: { write: (line) => void logged.push(line) } }) })
    const renter = await rental.addPerson({ balance: '100.00' })
    const id = await rental.rent(renter)
    await rental.act(renter, id, 'shutdown', { headers: { 'x-request-id': given } })
    rental.deps.compute.ensureStopped = () => Promise.reject(new Error('the driver broke'))
    await rental.tick(1_000)
    const failed = logged.map((line) => JSON.parse(line) as Line).find(({ msg }) => msg === 'reconcile failed')
    expect(failed).toMatchObject({ instance: id, request_id: given })
    expect((await renter.call(instances.get, { params: { id } })).status).toBe(200)
    await rental.close()
  })
})
