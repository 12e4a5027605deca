import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { products } from '#contract/products.ts'
import { findFreePort } from '#tests/compute/server.ts'
import { ChildProgram } from '#tests/support/child.ts'
import { type FakeCollector, startFakeCollector } from '#tests/support/fake-collector.ts'
import { findServerProgram } from '#tests/support/server-program.ts'

const patience = { timeout: 120_000, interval: 250 }
const loadedModules = new URL('../../support/loaded-modules.mjs', import.meta.url)

async function openCollector(): Promise<FakeCollector> {
  const collector = await startFakeCollector()
  onTestFinished(() => collector.close())
  return collector
}

/** The server as it is started, once it answers. */
async function start(env: NodeJS.ProcessEnv) {
  const dir = await mkdtemp(join(tmpdir(), 'zhisuan-traced-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const [port, list] = [await findFreePort(), join(dir, 'modules')]
  const child = new ChildProgram(['--import', loadedModules.href, ...findServerProgram()], [], {
    ...{ NODE_ENV: 'test', PORT: String(port), SSH_PORT: '0', GATEWAY_PORT: '0', DATA_DIR: dir, DATABASE_URL: '', DEMO: '0' },
    ...{ LOG_LEVEL: 'info', LOADED_MODULES: list, ...env },
  })
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  await vi.waitFor(async () => expect((await ask('/healthz')).status).toBe(200), patience)
  return {
    ask,
    /** The SDK's and ours that loads it, bundled or not. */
    sdkModules: async () =>
      (await readFile(list, 'utf8')).split('\n').filter((url) => /tracing\.otlp|opentelemetry\/(sdk|exporter)/.test(url)),
    /** Returns its log once it has ended. */
    stop: async () => {
      child.process.kill('SIGTERM')
      const log = await child.ended
      expect(child.process.exitCode).toBe(0)
      return log
    },
  }
}

describe('decision 117 A server', () => {
  it('loads nothing of the SDK without an endpoint', async () => {
    const server = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
      OTEL_SERVICE_NAME: 'gpu',
      OTEL_TRACES_SAMPLER: 'of another program',
    })
    await server.ask(products.list.path)
    expect(await server.sdkModules()).toEqual([])
    const log = await server.stop()
    expect(log).toContain('"msg":"answered"')
    expect(log).not.toContain('trace_id')
  })

  it('sends its spans to the endpoint as the service it is called, the last when it ends', async () => {
    const collector = await openCollector()
    const server = await start({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/of/traces`,
      OTEL_SERVICE_NAME: 'gpu-platform',
      OTEL_BSP_SCHEDULE_DELAY: '600000',
    })
    expect(await server.sdkModules()).not.toEqual([])
    await server.ask(products.list.path)
    const log = await server.stop()
    const [request] = collector.named(`GET ${products.list.path}`)
    expect(request?.resource).toMatchObject({ 'service.name': 'gpu-platform', 'zhisuan.role': 'all' })
    expect([...collector.seen.paths]).toEqual(['/of/traces'])
    expect(log).toContain(`"trace_id":"${request?.trace_id}"`)
  })

  it.runIf(process.env.LONG === '1')('ends though its collector never answers', async () => {
    const collector = await openCollector()
    collector.fault.now = 'hang'
    const server = await start({
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '600000' },
      // the SDK alone would wait ten minutes
      ...{ OTEL_EXPORTER_OTLP_TIMEOUT: '600000', OTEL_BSP_EXPORT_TIMEOUT: '600000' },
    })
    expect((await server.ask(products.list.path)).status).toBe(200)
    await server.stop()
    expect(collector.seen.requests).toBeGreaterThan(0)
  })

  it('does not start with a variable that would be passed over, and names each', async () => {
    const child = new ChildProgram(findServerProgram(), [], {
      ...{ NODE_ENV: 'test', OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      ...{ OTEL_TRACES_SAMPLER: 'traceid_ratio', OTEL_TRACES_SAMPLER_ARG: '10' },
    })
    const said = await child.ended
    for (const name of [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'OTEL_EXPORTER_OTLP_PROTOCOL',
      'OTEL_TRACES_SAMPLER',
      'OTEL_TRACES_SAMPLER_ARG',
    ])
      expect(said).toContain(`配置 ${name} 有误`)
    expect(child.process.exitCode).toBe(1)
  })
})
