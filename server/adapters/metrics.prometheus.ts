import { z } from 'zod'
import type { MetricName } from '#contract/monitor.ts'
import { containerName } from '#server/adapters/compute.docker/names.ts'
import {
  type CardSpell,
  type MeasuredInstance,
  type MetricBucket,
  type MetricLine,
  type Metrics,
  MetricsUnavailable,
  type MetricsWindow,
} from '#server/ports/metrics.ts'

const answer_within_ms = 5_000
/** A rate needs two scrapes; exporters are scraped twice a minute or more. */
const rate_window = '2m'
/** How often a rate is looked at. */
const looked_at_s = 15
const figures = ['min', 'avg', 'max'] as const

/** What dcgm-exporter calls a card's figures, by UUID; already in our units. */
const of_card: Partial<Record<MetricName, string>> = {
  gpu_use: 'DCGM_FI_DEV_GPU_UTIL',
  vram_used: 'DCGM_FI_DEV_FB_USED',
  gpu_temperature: 'DCGM_FI_DEV_GPU_TEMP',
  gpu_power: 'DCGM_FI_DEV_POWER_USAGE',
}

/** What cadvisor calls a container's figures, in our units; sums, because it counts by processor, interface and device. */
const of_container: Partial<Record<MetricName, (selector: string, cpu: number) => string>> = {
  cpu_use: (which, cpu) => `100 / ${cpu} * sum(rate(container_cpu_usage_seconds_total${which}[${rate_window}]))`,
  memory_used: (which) => `sum(container_memory_working_set_bytes${which}) / 1048576`,
  net_receive: (which) => `sum(rate(container_network_receive_bytes_total${which}[${rate_window}]))`,
  net_send: (which) => `sum(rate(container_network_transmit_bytes_total${which}[${rate_window}]))`,
  disk_read: (which) => `sum(rate(container_fs_reads_bytes_total${which}[${rate_window}]))`,
  disk_write: (which) => `sum(rate(container_fs_writes_bytes_total${which}[${rate_window}]))`,
  sys_disk_used: (which) => `sum(container_fs_usage_bytes${which}) / 1048576`,
}

const Answer = z.object({
  status: z.literal('success'),
  data: z.object({
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        values: z.array(z.tuple([z.number(), z.string()])),
      }),
    ),
  }),
})
type Line = z.infer<typeof Answer>['data']['result'][number]

/** Least, mean and greatest of an expression within each step, told apart by a label of ours; one series for each `by`. */
const threefold = (expression: string, over: string, by: string): string =>
  figures
    .map((figure) => `label_replace(max by (${by}) (${figure}_over_time(${expression}${over})), "figure", "${figure}", "", "")`)
    .join(' or ')

/** The values of a line as buckets: what is told for a moment is about the step before it. */
function bucketsOf(lines: readonly Line[], { step_seconds }: MetricsWindow): MetricBucket[] {
  const of = (figure: string) =>
    new Map(lines.find(({ metric }) => metric.figure === figure)?.values.map(([at, value]) => [at, Number(value)]))
  const [min, avg, max] = figures.map(of) as [Map<number, number>, Map<number, number>, Map<number, number>]
  return [...avg].flatMap(([at, mean]) => {
    const bucket = { at: (at - step_seconds) * 1000, min: min.get(at) ?? mean, avg: mean, max: max.get(at) ?? mean, n: 1 }
    return Number.isFinite(mean) && Number.isFinite(bucket.min) && Number.isFinite(bucket.max) ? [bucket] : []
  })
}

/** Buckets that lie wholly within a time when the card was the instance's own: the rest is another tenant's. */
const within = (spells: readonly CardSpell[], step_seconds: number) => (bucket: MetricBucket) =>
  spells.some(({ from, to }) => bucket.at >= from.getTime() && bucket.at + step_seconds * 1000 <= to.getTime())

/**
 * Reads charts from a Prometheus at `url` (decision 017): cards from dcgm-exporter by UUID, the rest from cadvisor by
 * container name. What it has no series for is left out.
 */
export function prometheusMetrics(url: string): Metrics {
  async function ask(query: string, { from, to, step_seconds }: MetricsWindow): Promise<Line[]> {
    const address = new URL('api/v1/query_range', url.endsWith('/') ? url : `${url}/`)
    const body = new URLSearchParams({
      query,
      start: String(from.getTime() / 1000 + step_seconds),
      end: String(to.getTime() / 1000),
      step: String(step_seconds),
    })
    try {
      const response = await fetch(address, { method: 'POST', body, signal: AbortSignal.timeout(answer_within_ms) })
      return Answer.parse(await response.json()).data.result
    } catch (error) {
      throw new MetricsUnavailable('Prometheus gave no usable answer', { cause: error })
    }
  }

  async function readCards(cards: readonly CardSpell[], metric: MetricName, name: string, window: MetricsWindow) {
    const uuids = [...new Set(cards.map(({ uuid }) => uuid))]
    // UUIDs come from our own table, and go into a quoted pattern.
    const pattern = uuids.map((uuid) => uuid.replace(/[^\w-]/g, '.')).join('|')
    const lines = await ask(threefold(`${name}{UUID=~"${pattern}"}`, `[${window.step_seconds}s]`, 'UUID'), window)
    const places = [...new Set(cards.map(({ card }) => card))]
    return places.map((card): MetricLine => {
      const own = cards.filter((spell) => spell.card === card)
      const buckets = [...new Set(own.map(({ uuid }) => uuid))].flatMap((uuid) =>
        bucketsOf(
          lines.filter((line) => line.metric.UUID === uuid),
          window,
        ).filter(
          within(
            own.filter((spell) => spell.uuid === uuid),
            window.step_seconds,
          ),
        ),
      )
      return { metric, card, buckets: buckets.sort((a, b) => a.at - b.at) }
    })
  }

  async function readContainer(instance: MeasuredInstance, metric: MetricName, window: MetricsWindow): Promise<MetricLine> {
    const selector = `{name="${containerName(instance)}"}`
    const expression = `(${of_container[metric]!(selector, instance.cpu)})`
    // A subquery: a rate has peaks only where it is looked at.
    const lines = await ask(
      threefold(expression, `[${window.step_seconds}s:${Math.min(looked_at_s, window.step_seconds)}s]`, ''),
      window,
    )
    return { metric, card: null, buckets: bucketsOf(lines, window) }
  }

  return {
    read: async (instance, window) => {
      const cards = instance.cards.length === 0 ? [] : (Object.entries(of_card) as [MetricName, string][])
      const answers = await Promise.all([
        ...cards.map(([metric, name]) => readCards(instance.cards, metric, name, window)),
        ...(Object.keys(of_container) as MetricName[]).map(async (metric) => [await readContainer(instance, metric, window)]),
      ])
      return answers.flat()
    },
  }
}
