import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const program = '/usr/bin/prometheus'

/** Why the real Prometheus cannot be used here; undefined when it can. Where everything is required, that is a failure. */
export function findPrometheusObstacle(): string | undefined {
  if (existsSync(program)) return undefined
  if (process.env.REQUIRE_ALL) throw new Error(`${program} is missing`)
  return `${program} is missing`
}

const listening = (server: ReturnType<typeof createServer>) =>
  new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`127.0.0.1:${(server.address() as AddressInfo).port}`)),
  )

/** An exporter whose page is whatever `page` says now. */
export async function startExporter(page: () => string) {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/plain; version=0.0.4').end(page()))
  const target = await listening(server)
  return { target, close: () => void server.close() }
}

/** Debian's Prometheus on loopback, scraping `target` every second as `job`, with more `labels`. */
export async function startPrometheus(target: string, { job = 'tests', labels = {} }: { job?: string; labels?: object } = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'zhisuan-prometheus-'))
  const scrape = { job_name: job, honor_labels: true, static_configs: [{ targets: [target], labels }] }
  // JSON is YAML.
  await writeFile(join(dir, 'config.yml'), JSON.stringify({ global: { scrape_interval: '1s' }, scrape_configs: [scrape] }))
  const free = createServer()
  const address = await listening(free)
  await new Promise((resolve) => free.close(resolve))
  const child: ChildProcess = spawn(
    program,
    [`--config.file=${dir}/config.yml`, `--storage.tsdb.path=${dir}/data`, `--web.listen-address=${address}`],
    { stdio: 'ignore' },
  )
  const url = `http://${address}`
  for (let ready = false; !ready; ) {
    if (child.exitCode !== null) throw new Error(`prometheus ended with ${child.exitCode}`)
    ready = await fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (!ready) await sleep(50)
  }
  return {
    url,
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      await rm(dir, { recursive: true, force: true })
    },
  }
}
