import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { instanceAccess } from '#contract/instance-access.ts'
import { instances } from '#contract/instances.ts'
import { orders } from '#contract/orders.ts'
import { products } from '#contract/products.ts'
import { users } from '#contract/users.ts'
import { systemClock } from '#server/adapters/clock.system.ts'
import { startTracing, type Tracing, traceEngine } from '#server/compose.ts'
import { readServerConfig } from '#server/config/config.ts'
import { watchOpenConnections } from '#server/gateway/open-connections.ts'
import { openSshGateway } from '#server/gateway/ssh/ssh-gateway.ts'
import { buildPeriodicJobs } from '#server/jobs/jobs.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { createNodeLog } from '#server/node-log.ts'
import { advanceUntil } from '#tests/support/event-stream.ts'
import { type CollectedSpan, type FakeCollector, startFakeCollector } from '#tests/support/fake-collector.ts'
import { testRegionId } from '#tests/support/market.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { openSshConnection, runSshCommand } from '#tests/support/ssh-client.ts'
import { waitUntil } from '#tests/support/until.ts'

const traced = { OTEL_BSP_SCHEDULE_DELAY: '20', OTEL_EXPORTER_OTLP_TIMEOUT: '500' }
const base = {
  NODE_ENV: 'test',
  ROLE: 'api',
  USER_RPS: '0',
  NETWORK_RPS: '0',
  CHALLENGE_FREE_SENDS: '1000000',
  LOG_LEVEL: 'info',
}
const remote = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }
const traceparent = `00-${remote.trace}-${remote.span}-01`

let collector: FakeCollector
let tracing: Tracing
let platform: TestPlatform
let proxied: TestPlatform
let rental: RentalPlatform
const text: string[] = []
/** Thrown by the next transaction of `platform`. */
let fault: Error | undefined

interface Line {
  msg: string
  [field: string]: unknown
}
const lines = () => text.map((line) => JSON.parse(line) as Line)
const spanOf = (name: string) => waitUntil(() => collector.named(name).at(-1) ?? expect.fail(`no span ${name}`))
const ofTrace = ({ trace_id: id }: CollectedSpan) => collector.spans.filter((span) => span.trace_id === id)

beforeAll(async () => {
  collector = await startFakeCollector()
  const env = { ...base, ...traced, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const sent = {
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=of-the-collector',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=tests',
  }
  for (const [name, value] of Object.entries({ ...env, ...sent })) vi.stubEnv(name, value)
  const config = readServerConfig(env)
  const log = createNodeLog(config, { to: { write: (line) => void text.push(line) } })
  tracing = await startTracing(config, { clock: systemClock, log })
  platform = await createTestPlatform({ config, log })
  const { database } = platform.deps
  const { transaction } = database
  database.transaction = (work) =>
    transaction(async (...given) => {
      const thrown = fault
      fault = undefined
      if (thrown) throw thrown
      return work(...given)
    })
  proxied = await createTestPlatform({ config: readServerConfig({ ...env, TRUST_PROXY: '127.0.0.1' }), log })
  rental = await createRentalPlatform({ config })
  Object.assign(rental.deps, { compute: traceEngine(rental.deps.compute), log })
})
afterEach(() => {
  collector.fault.now = undefined
})
afterAll(async () => {
  await tracing.close()
  vi.unstubAllEnvs()
  await Promise.all([platform.close(), proxied.close(), rental.close(), collector.close()])
})

describe('decision 117 A request', () => {
  it('is a span by its declared path, and its statements are parts of it, without their values', async () => {
    const { call, user } = await platform.signUp()
    collector.spans.length = 0
    expect((await call(users.update, { params: { id: user.id }, body: { nickname: '不该被看见' } })).status).toBe(200)
    const name = `PUT ${users.update.path}`
    const request = await spanOf(name)
    expect(request).toMatchObject({ parent_id: '', failed: false })
    expect(request.attributes).toEqual({
      'http.request.method': 'PUT',
      'http.route': users.update.path,
      'http.response.status_code': 200,
      'url.scheme': 'http',
      request_id: expect.stringMatching(/^[\da-f-]{36}$/),
    })
    expect(request.resource).toMatchObject({
      'service.name': 'zhisuan',
      'zhisuan.role': 'api',
      'deployment.environment.name': 'tests',
    })
    const parts = ofTrace(request)
    const transaction = parts.find((span) => span.name === 'transaction')!
    expect(transaction.parent_id).toBe(request.span_id)
    const update = parts.find((span) => span.name === 'update users')!
    expect(update.parent_id).toBe(transaction.span_id)
    expect(update.attributes).toMatchObject({ 'db.system.name': 'postgresql', 'db.query.text': expect.stringContaining('$1') })
    expect(parts.find((span) => span.name === 'commit')?.parent_id).toBe(transaction.span_id)
    expect(collector.seen.headers).toMatchObject({ 'api-key': 'of-the-collector', 'content-type': 'application/x-protobuf' })
    expect([...collector.seen.paths]).toEqual(['/v1/traces'])
  })

  it('is failed if we are at fault, and not if it is refused', async () => {
    const { call, user } = await platform.signUp()
    collector.spans.length = 0
    const sent = { params: { id: user.id }, body: { nickname: '名字' } }
    expect((await call(users.update, { ...sent, body: { nickname: '' } })).status).toBe(400)
    const name = `PUT ${users.update.path}`
    expect(await spanOf(name)).toMatchObject({ failed: false, attributes: { 'http.response.status_code': 400 } })
    collector.spans.length = 0
    fault = new Error('a row that is quoted')
    expect((await call(users.update, sent)).status).toBe(500)
    expect(await spanOf(name)).toMatchObject({
      failed: true,
      attributes: { 'http.response.status_code': 500, 'error.type': '500' },
    })
    expect(await spanOf('transaction')).toMatchObject({ failed: true, attributes: { 'error.type': 'Error' } })
    expect(collector.text()).not.toContain('a row that is quoted')
  })

  it('names its trace in each of its lines of the log', async () => {
    const { call, user } = await platform.signUp()
    text.length = 0
    fault = new Error('something broke')
    await call(users.update, { params: { id: user.id }, body: { nickname: '名字' } })
    const answered = await waitUntil(() => lines().find(({ msg }) => msg === 'answered') ?? expect.fail('not answered'))
    expect(answered).toMatchObject({ trace_id: expect.stringMatching(/^[\da-f]{32}$/), request_id: expect.anything() })
    const failed = lines().find(({ msg }) => msg === 'unexpected failure')
    expect(failed).toMatchObject({ trace_id: answered.trace_id, span_id: expect.stringMatching(/^[\da-f]{16}$/) })
    await waitUntil(() => expect(collector.spans.map(({ trace_id: id }) => id)).toContain(answered.trace_id))
  })

  it('says nothing of what probes ask, of streams, and of what no route takes', async () => {
    collector.spans.length = 0
    for (const url of [
      '/healthz',
      '/metrics',
      '/sse/v1/notification/subscribe/x',
      '/ws/v1/terminal',
      '/nothing',
      '/api/v1/nothing',
    ])
      await platform.app.inject({ url })
    await platform.call(products.list)
    await spanOf(`GET ${products.list.path}`)
    const names = collector.named(/^(GET|POST) /).map(({ name }) => name)
    expect(new Set(names)).toEqual(new Set([`GET ${products.list.path}`]))
  })

  it('tells no token, phone, password, code, query or user agent', async () => {
    const { user, token, refresh } = await platform.signUp({ real_name: true })
    const headers = { authorization: `Bearer ${token}`, cookie: 'c=a-ticket-of-someone', 'user-agent': 'an-agent-of-someone' }
    await platform.app.inject({ url: `${instances.list.path}?ticket=a-ticket-of-someone&keyword=a-word-of-someone`, headers })
    await platform.call(auth.login, { body: { phone: user.phone, password: 'Wrong#2026pass' } })
    await spanOf(`GET ${instances.list.path}`)
    await waitUntil(() =>
      expect(collector.named(`POST ${auth.login.path}`).at(-1)?.attributes['http.response.status_code']).not.toBe(200),
    )
    const all = collector.text()
    const someones = ['a-ticket-of-someone', 'a-word-of-someone', 'an-agent-of-someone', '19900307', 'Wrong#2026pass', '张三']
    for (const secret of [token, refresh, user.password, user.phone, user.ip, platform.smsCode(user.phone), ...someones])
      expect(all).not.toContain(secret)
  })
})

describe('decision 117 The trace that a caller says it belongs to', () => {
  it('is believed behind a proxy, and the choice of whether it is recorded', async () => {
    collector.spans.length = 0
    await proxied.app.inject({ url: products.list.path, headers: { traceparent: traceparent.replace(/01$/, '00') } })
    await proxied.app.inject({ url: products.list.path, headers: { traceparent } })
    const request = await spanOf(`GET ${products.list.path}`)
    expect([request.trace_id, request.parent_id]).toEqual([remote.trace, remote.span])
    expect(collector.named(request.name)).toHaveLength(1)
  })

  it('is not believed without one, nor is what is no trace', async () => {
    collector.spans.length = 0
    await platform.app.inject({ url: products.list.path, headers: { traceparent } })
    await proxied.app.inject({ url: products.list.path, headers: { traceparent: '00-0-0-01' } })
    await waitUntil(() => expect(collector.named(`GET ${products.list.path}`)).toHaveLength(2))
    for (const { trace_id: id, parent_id: parent } of collector.named(`GET ${products.list.path}`)) {
      expect(id).not.toBe(remote.trace)
      expect(parent).toBe('')
    }
  })
})

describe('decision 117 What a call asked for', () => {
  it('is in its trace, from the order to the engine, though a worker does it', async () => {
    const jobs = await startJobs(
      rental.deps,
      buildPeriodicJobs(() => testRegionId),
      'w1',
    )
    const person = await rental.addPerson()
    collector.spans.length = 0
    const { instance_id: id } = (await rental.order(person)).data
    const engine = () => collector.named('simulator ensureRunning')
    await advanceUntil(rental.clock, () => engine().length > 0, 1_000)
    const order = await spanOf(`POST ${orders.create.path}`)
    const step = await spanOf('reconcile ensure_running')
    await jobs.stop()
    const parts = ofTrace(order)
    expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['transaction', 'commit']))
    expect(step).toMatchObject({ trace_id: order.trace_id, attributes: { instance: id } })
    expect(engine()[0]).toMatchObject({ trace_id: order.trace_id, failed: false })
  })

  it('is marked where the engine fails, and jobs are traces of their own', async () => {
    const { compute } = rental.deps
    const jobs = await startJobs(
      {
        ...rental.deps,
        compute: Object.assign(Object.create(compute), { ensureRunning: () => Promise.reject(new Error('the driver broke')) }),
      },
      buildPeriodicJobs(() => testRegionId),
      'w2',
    )
    const person = await rental.addPerson()
    collector.spans.length = 0
    await rental.order(person)
    await advanceUntil(rental.clock, () => collector.named('reconcile ensure_running').some(({ failed }) => failed), 1_000)
    await advanceUntil(rental.clock, () => collector.named(/^job /).length > 0, 60_000)
    const findFailure = () => lines().find(({ msg }) => msg === 'reconcile failed')
    await advanceUntil(rental.clock, () => findFailure() !== undefined, 1_000)
    await jobs.stop()
    for (const job of collector.named(/^job /)) expect([job.name, job.parent_id]).toEqual([job.name, ''])
    expect(collector.spans.map(({ trace_id: id }) => id)).toContain(findFailure()?.trace_id)
  })

  it('is nothing where loops find no work', async () => {
    const jobs = await startJobs(rental.deps, [], 'w3')
    await advanceUntil(rental.clock, () => true, 1)
    collector.spans.length = 0
    for (let round = 0; round < 20; round += 1) await rental.clock.advance(20_000)
    await jobs.stop()
    await rental.call(products.list)
    await spanOf(`GET ${products.list.path}`)
    const untraced = collector.spans.filter((span) => span.parent_id === '' && !/^(GET|job|reconcile) /.test(span.name))
    expect(untraced).toEqual([])
  })
})

describe('decision 117 A way into an instance', () => {
  it('is traced from the sign-in by SSH to the engine, without the password', async () => {
    const doors = watchOpenConnections(rental.deps)
    const gateway = await openSshGateway(rental.deps, doors, { port: 0, host: '127.0.0.1', public_host: 'localhost' })
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    const { password } = (await person.call(instanceAccess.reset_password, { params: { id } })).data
    collector.spans.length = 0
    const client = await openSshConnection(gateway.port, id, { password })
    await runSshCommand(client, 'echo hello')
    client.end()
    const attempt = await waitUntil(
      () => collector.named('ssh sign-in').find((span) => ofTrace(span).length > 1) ?? expect.fail('none'),
    )
    expect(attempt).toMatchObject({
      parent_id: '',
      failed: false,
      attributes: { request_id: expect.stringMatching(/^[\da-f-]{36}$/) },
    })
    expect(await spanOf('simulator exec')).toMatchObject({ parent_id: '', failed: false })
    expect(collector.text()).not.toContain(password)
    expect(collector.text()).not.toContain('echo hello')
    await gateway.close()
  })
})

describe('decision 117 The variables of OpenTelemetry', () => {
  const endpointOf = (env: NodeJS.ProcessEnv) => readServerConfig(env).traces_endpoint
  const at = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }

  it('turn tracing on by an endpoint, and off in so many words, whatever else they say', () => {
    expect(endpointOf({})).toBeUndefined()
    expect(endpointOf({ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_SAMPLER: 'x' })).toBeUndefined()
    expect(endpointOf(at)).toBe('http://127.0.0.1:4318')
    expect(endpointOf({ ...at, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:9/t' })).toBe('http://127.0.0.1:9/t')
    expect(endpointOf({ ...at, OTEL_SDK_DISABLED: 'True', OTEL_TRACES_SAMPLER: 'x' })).toBeUndefined()
    expect(endpointOf({ ...at, OTEL_SDK_DISABLED: 'no' })).toBeDefined()
    expect(endpointOf({ ...at, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined()
    expect(endpointOf({ ...at, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' })).toBeDefined()
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/json'],
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
    ['OTEL_TRACES_SAMPLER', 'traceid_ratio'],
    ['OTEL_TRACES_SAMPLER_ARG', '10'],
  ])('are refused by name where the SDK would pass them over: %s=%s', (name, value) =>
    expect(() => endpointOf({ ...at, [name]: value })).toThrow(`配置 ${name} 有误`),
  )
})

describe('decision 117 A collector that does not take spans', () => {
  it.each([500, 503, 'hang' as const])('costs calls nothing, and is said once, as is its return: %s', async (kind) => {
    const said = (msg: string) => lines().filter((line) => line.msg === msg).length
    const [lost, back] = ['traces are lost: the collector does not take them', 'the collector takes traces again']
    const listOnce = async () => expect((await platform.call(products.list)).status).toBe(200)
    text.length = 0
    collector.fault.now = kind
    for (let batch = 0; batch < 3; batch += 1) {
      const before = collector.seen.requests
      await listOnce()
      await waitUntil(() => expect(collector.seen.requests).toBeGreaterThan(before))
      await waitUntil(() => expect(said(lost)).toBe(1))
    }
    expect(said(back)).toBe(0)
    collector.fault.now = undefined
    await waitUntil(async () => {
      await listOnce()
      expect([said(lost), said(back)]).toEqual([1, 1])
    })
    expect(said('the tracing library warns')).toBe(0)
  })
})
