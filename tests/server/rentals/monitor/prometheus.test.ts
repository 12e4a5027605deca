import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MetricName } from '#contract/monitor.ts'
import { createPrometheusMetrics } from '#server/adapters/metrics.prometheus.ts'
import {
  type CardPeriod,
  type MeasuredInstance,
  type MetricSeries,
  MetricsUnavailable,
  type MetricsWindow,
} from '#server/ports/metrics.ts'
import { findPrometheusObstacle, startExporter, startPrometheus } from '#tests/server/rentals/monitor/prometheus-server.ts'
import { createTestPlatform } from '#tests/support/platform.ts'

const [ours, theirs] = ['GPU-11111111-2222-3333-4444-555555555555', 'GPU-99999999-2222-3333-4444-555555555555']
const container = 'zhisuan.ins-1.g1'
const stepSeconds = 2

/** When it was asked. */
const scraped: number[] = []
/** As dcgm-exporter and cadvisor write it: our card saws between 10 and 90, the other's is always at 77. */
function page(): string {
  const scrapes = scraped.push(Date.now())
  const card = (uuid: string, use: number) =>
    [
      ['GPU_UTIL', use],
      ['FB_USED', 1024],
      ['GPU_TEMP', 61],
      ['POWER_USAGE', 250.5],
    ].map(([name, value]) => `DCGM_FI_DEV_${name}{gpu="0",UUID="${uuid}",device="nvidia0",Hostname="host-1"} ${value}`)
  const of = (name: string, more: string, value: number) => `container_${name}{name="${container}"${more}} ${value}`
  return [
    ...card(ours, scrapes % 2 ? 90 : 10),
    ...card(theirs, 77),
    of('cpu_usage_seconds_total', ',cpu="cpu00"', scrapes),
    of('cpu_usage_seconds_total', ',cpu="cpu01"', scrapes),
    of('memory_working_set_bytes', '', 512 * 1024 * 1024),
    of('network_receive_bytes_total', ',interface="eth0"', scrapes * 1_000),
    '',
  ].join('\n')
}

const missing = findPrometheusObstacle()
if (missing) console.warn(`skipped: ${missing}`)

describe.skipIf(missing)('product §4 Series from a real Prometheus', () => {
  let world: { url: string; close(): Promise<void> }
  let target: Awaited<ReturnType<typeof startExporter>>
  beforeAll(async () => {
    target = await startExporter(page)
    world = await startPrometheus(target.target)
    while (scraped.length < 9) await sleep(100)
  })
  afterAll(async () => {
    await world?.close()
    target?.close()
  })

  const floor = (ms: number) => Math.floor(ms / (stepSeconds * 1000)) * stepSeconds * 1000
  const window = (): MetricsWindow => ({
    from: new Date(floor(scraped[0]!)),
    to: new Date(floor(Date.now()) + stepSeconds * 1000),
    step_seconds: stepSeconds,
  })
  const instance = (cards: readonly CardPeriod[]): MeasuredInstance => ({
    id: 'ins-1',
    installation_id: 'zhisuan',
    generation: 1,
    cpu: 4,
    cards,
  })
  const always = (card: number, uuid: string): CardPeriod => ({ card, uuid, from: new Date(0), to: new Date(8.64e15) })
  const lineOf = (lines: readonly MetricSeries[], metric: MetricName, card: number | null = null) =>
    lines.find((line) => line.metric === metric && line.card === card)?.buckets ?? []

  it('are joined on the UUID of the card, in our units', async () => {
    const lines = await createPrometheusMetrics(world.url).read(instance([always(0, ours), always(1, theirs)]), window())
    const use = lineOf(lines, 'gpu_use', 0)
    expect(use.length).toBeGreaterThan(2)
    expect([Math.min(...use.map(({ min }) => min)), Math.max(...use.map(({ max }) => max))]).toEqual([10, 90])
    expect(new Set(lineOf(lines, 'gpu_use', 1).flatMap(({ min, avg, max }) => [min, avg, max]))).toEqual(new Set([77]))
    for (const [metric, value] of [
      ['vram_used', 1024],
      ['gpu_temperature', 61],
      ['gpu_power', 250.5],
    ] as const) {
      expect(lineOf(lines, metric, 0).at(-2)?.avg).toBe(value)
    }
  })

  it('never tell what a card did for somebody else', async () => {
    const middle = new Date(floor(scraped[4]!))
    const before = { card: 0, uuid: theirs, from: new Date(0), to: middle }
    const after = { card: 0, uuid: ours, from: middle, to: new Date(8.64e15) }
    const use = lineOf(await createPrometheusMetrics(world.url).read(instance([before, after]), window()), 'gpu_use', 0)
    const sides = [use.filter(({ at }) => at < middle.getTime()), use.filter(({ at }) => at >= middle.getTime())]
    expect(sides.every((side) => side.length > 0)).toBe(true)
    expect(sides[0]!.every(({ max }) => max === 77)).toBe(true)
    expect(sides[1]!.every(({ max }) => max !== 77)).toBe(true)
    expect(sides[0]!.every(({ at }) => at + stepSeconds * 1000 <= middle.getTime())).toBe(true)
  })

  it('of the container are found by its name, counters as rates', async () => {
    const lines = await createPrometheusMetrics(world.url).read(instance([]), window())
    expect(lines.filter(({ card }) => card !== null)).toEqual([])
    expect(lineOf(lines, 'memory_used').at(-2)?.avg).toBe(512)
    // Per scrape two processors work a second each and 1,000 bytes come in; at r scrapes a second that is 50 r % of four
    // cores and 1,000 r B/s.
    const [cpu, net] = [lineOf(lines, 'cpu_use').at(-2)!.avg, lineOf(lines, 'net_receive').at(-2)!.avg]
    expect(cpu).toBeGreaterThan(0)
    expect(net / cpu).toBeCloseTo(20, 6)
    expect(lineOf(lines, 'net_send')).toEqual([])
  })
})

describe.skipIf(missing)('product §10 Our figures', () => {
  it('are read by a real Prometheus', async () => {
    const platform = await createTestPlatform()
    await platform.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = platform.app.server.address() as { port: number }
    const { url, close } = await startPrometheus(`127.0.0.1:${port}`)
    const ask = async (query: string) => {
      const answer = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query })}`)
      return ((await answer.json()) as { data: { result: { value: [number, string] }[] } }).data.result
    }
    let up = await ask('up')
    for (; up.length === 0; up = await ask('up')) await sleep(100)
    expect(up[0]!.value[1]).toBe('1')
    expect(await ask('zhisuan_instances{status="running"}')).toHaveLength(1)
    await close()
    await platform.close()
  })
})

describe('product §4 A Prometheus that is away', () => {
  it('is told as such', async () => {
    const window = { from: new Date(0), to: new Date(60_000), step_seconds: 30 }
    const instance = { id: 'i', installation_id: 'z', generation: 1, cpu: 1, cards: [] }
    await expect(createPrometheusMetrics('http://127.0.0.1:1').read(instance, window)).rejects.toThrow(MetricsUnavailable)
  })
})
