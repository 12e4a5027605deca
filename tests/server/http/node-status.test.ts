import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readServerConfig } from '#server/config/config.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { buildWorkerApp } from '#server/node-status.ts'
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
    for (let minute = 0; minute < 5; minute += 1) await platform.clock.advance(60_000)
    expect(await health()).toEqual([
      [200, 'ok'],
      [200, 'ok'],
    ])
    await jobs.stop()
    platform.clock.jump(4 * 60_000)
    expect(await health()).toEqual([
      [503, 'stalled'],
      [200, 'stalled'],
    ])
  })
})
