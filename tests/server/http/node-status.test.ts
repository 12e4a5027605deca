import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readServerConfig } from '#server/config/config.ts'
import { buildGatewayApp } from '#server/data-plane.ts'
import { createDatabase } from '#server/db/database.ts'
import { DatabaseUnavailable } from '#server/db/errors.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { buildWorkerApp } from '#server/node-status.ts'
import { watchCalls } from '#server/watch-calls.ts'
import { createTestPlatform } from '#tests/support/platform.ts'

let platform: Awaited<ReturnType<typeof createTestPlatform>>
let worker: Awaited<ReturnType<typeof buildWorkerApp>>
beforeAll(async () => {
  platform = await createTestPlatform()
  const config = { ...platform.deps.config, role: readServerConfig({ ROLE: 'worker' }).role }
  worker = await buildWorkerApp({ ...platform.deps, config })
})
afterAll(async () => {
  await worker.close()
  await platform.close()
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
it.skipIf(!hasPromtool && !process.env.REQUIRE_ALL)(
  'decision 100 Prometheus finds no fault with what each node shows',
  async () => {
    const { figures } = platform.deps
    const mail = watchCalls(platform.deps, 'mail', platform.deps.mail!, ['send'])
    await mail.send({ to: 'a@example.cn', subject: 's', text: 't', html: 't' })
    figures.endJob('charge', { every_s: 60, begun: platform.clock.now(), ended: platform.clock.now() })
    figures.failBoot('ImagePullFailed')
    figures.endModelCall('echo', 'ok')
    const gateway = await buildGatewayApp(platform.deps)
    for (const app of [platform.app, worker, gateway]) {
      const { body } = await app.inject('/metrics')
      for (const line of [
        'zhisuan_database_up 1',
        'zhisuan_sweep_lag_seconds{sweep="settlement"} 0',
        'zhisuan_provider_calls_total{provider="mail",outcome="success"} 1',
        'zhisuan_job_success_age_seconds{task="charge"} 0',
        'zhisuan_boot_failures_total{reason="ImagePullFailed"} 1',
        'zhisuan_model_calls_total{model="echo",outcome="ok"} 1',
        'zhisuan_storage_state{state="ok"} 1',
      ])
        expect(body).toContain(`\n${line}\n`)
      const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: body, encoding: 'utf8' })
      expect([status, stdout, stderr]).toEqual([0, '', ''])
    }
    await gateway.close()
  },
)

it('decision 100 Without a database there are the figures of the process, and none of the platform', async () => {
  const database = createDatabase('postgres', {
    acquire: () => Promise.reject(new DatabaseUnavailable('no database session to be had', new Error('refused'))),
    listen: async () => async () => undefined,
    close: async () => undefined,
  })
  const app = await buildWorkerApp({ ...platform.deps, database })
  const { statusCode, body } = await app.inject('/metrics')
  expect(statusCode).toBe(200)
  expect(body).toContain('\nzhisuan_database_up 0\n')
  expect(body).not.toContain('zhisuan_compute_up')
  expect((await app.inject('/healthz')).statusCode).toBe(503)
  await app.close()
})

it('decision 100 A provider that fails is counted as such, and its other methods and fields are its own', async () => {
  const mail = { sandbox: true, send: () => Promise.reject(new Error('no')), name: () => 'm' }
  const watched = watchCalls(platform.deps, 'smtp', mail, ['send'])
  await expect(watched.send()).rejects.toThrow('no')
  expect([watched.sandbox, watched.name()]).toEqual([true, 'm'])
  const { success, failure } = platform.deps.figures.providers.get('smtp')!
  expect([success, failure.count]).toEqual([{ count: 0, at: undefined }, 1])
})

it.skipIf(!hasPromtool && !process.env.REQUIRE_ALL).each([
  ['check', 'rules', 'deploy/alerts/zhisuan.rules.yml'],
  ['test', 'rules', 'deploy/alerts/zhisuan.rules.test.yml'],
  ['check', 'config', '--syntax-only', 'deploy/prometheus.yml'],
])('decision 100 promtool %s %s %s', (...args) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
  expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, ''])
})

it('decision 100 Every alert asks for figures that are shown, is tried, and has a page that says what to do', async () => {
  const rules = await readFile('deploy/alerts/zhisuan.rules.yml', 'utf8')
  const { body } = await worker.inject('/metrics')
  const shown = new Set([...body.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))
  const asked = new Set([...rules.matchAll(/\bzhisuan_\w+/g)].map(([name]) => name))
  expect(asked.size).toBeGreaterThan(10)
  expect([...asked].filter((name) => !shown.has(name))).toEqual([])
  const tried = await readFile('deploy/alerts/zhisuan.rules.test.yml', 'utf8')
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name!)
  expect(alerts.filter((name) => !tried.includes(`alertname: ${name}\n`))).toEqual([])
  for (const page of ['docs/operating/monitoring.md', 'docs/operating/monitoring.zh-CN.md']) {
    const text = await readFile(page, 'utf8')
    for (const [, anchor] of rules.matchAll(/#([a-z-]+)$/gm))
      expect([page, text]).toEqual([page, expect.stringContaining(`\n### ${anchor}\n`)])
    for (const name of shown)
      if (name!.startsWith('zhisuan_')) expect([page, text]).toEqual([page, expect.stringContaining(`\`${name}\``)])
  }
})

describe('decision 100 A worker node', () => {
  it('answers health and metrics and refuses every other call', async () => {
    expect((await worker.inject('/healthz')).json()).toMatchObject({ ok: true, storage: 'ok' })
    expect((await worker.inject('/metrics')).body).toContain('nodejs_eventloop_lag')
    for (const url of ['/', '/api/v1/wallet', '/tus/v1/1', '/api/v1/openapi.json'])
      expect([url, (await worker.inject(url)).statusCode]).toEqual([url, 404])
    expect((await worker.inject({ url: '/metrics', remoteAddress: '10.0.0.1' })).statusCode).toBe(403)
  })

  it('is unhealthy once its loops stand still; a node that serves calls as well is not', async () => {
    const jobs = await startJobs(platform.deps, [], 'w1')
    const health = async () => {
      const answers = await Promise.all([worker.inject('/healthz'), platform.app.inject('/healthz')])
      return answers.map((answer) => [answer.statusCode, answer.json().jobs])
    }
    const well = [
      [200, 'ok'],
      [200, 'ok'],
    ]
    for (let minute = 0; minute < 5; minute += 1) {
      await platform.clock.advance(60_000)
      await vi.waitFor(async () => expect(await health()).toEqual(well), 60_000) // the loops ask the database
    }
    await jobs.stop()
    platform.clock.jump(4 * 60_000)
    expect(await health()).toEqual([
      [503, 'stalled'],
      [200, 'stalled'],
    ])
  })
})
