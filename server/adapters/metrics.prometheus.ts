import { z } from 'zod'
import type { MetricName } from '#contract/monitor.ts'
import { formatContainerName } from '#server/adapters/compute.docker/names.ts'
import {
  type CardPeriod,
  type MeasuredInstance,
  type MetricBucket,
  type MetricSeries,
  type MetricsSource,
  MetricsUnavailable,
  type MetricsWindow,
} from '#server/ports/metrics.ts'

const answerTimeoutMs = 5_000
/** A rate needs two scrapes; exporters are scraped at least twice a minute. */
const rateWindow = '2m'
/** Sampling interval of a rate. */
const rateSampleSeconds = 15
const statistics = ['min', 'avg', 'max'] as const

/** Names of the card metrics in dcgm-exporter, labelled by UUID; the units already match ours. */
const cardMetricNames: Partial<Record<MetricName, string>> = {
  gpu_use: 'DCGM_FI_DEV_GPU_UTIL',
  vram_used: 'DCGM_FI_DEV_FB_USED',
  gpu_temperature: 'DCGM_FI_DEV_GPU_TEMP',
  gpu_power: 'DCGM_FI_DEV_POWER_USAGE',
}

/** Queries for the container metrics in cadvisor, in our units; summed, because cadvisor counts per CPU, interface and device. */
const containerMetricQueries: Partial<Record<MetricName, (selector: string, cpu: number) => string>> = {
  cpu_use: (which, cpu) => `100 / ${cpu} * sum(rate(container_cpu_usage_seconds_total${which}[${rateWindow}]))`,
  memory_used: (which) => `sum(container_memory_working_set_bytes${which}) / 1048576`,
  net_receive: (which) => `sum(rate(container_network_receive_bytes_total${which}[${rateWindow}]))`,
  net_send: (which) => `sum(rate(container_network_transmit_bytes_total${which}[${rateWindow}]))`,
  disk_read: (which) => `sum(rate(container_fs_reads_bytes_total${which}[${rateWindow}]))`,
  disk_write: (which) => `sum(rate(container_fs_writes_bytes_total${which}[${rateWindow}]))`,
  sys_disk_used: (which) => `sum(container_fs_usage_bytes${which}) / 1048576`,
}

const PrometheusAnswer = z.object({
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
type PrometheusSeries = z.infer<typeof PrometheusAnswer>['data']['result'][number]

/** Builds a query for min, avg and max of an expression per step, marked by the label `figure`; one series per `by`. */
const buildStatisticsQuery = (expression: string, over: string, by: string): string =>
  statistics
    .map((figure) => `label_replace(max by (${by}) (${figure}_over_time(${expression}${over})), "figure", "${figure}", "", "")`)
    .join(' or ')

/** Converts series to buckets: a value at time t describes the step before t. */
function toBuckets(lines: readonly PrometheusSeries[], { step_seconds: stepSeconds }: MetricsWindow): MetricBucket[] {
  const of = (figure: string) =>
    new Map(lines.find(({ metric }) => metric.figure === figure)?.values.map(([at, value]) => [at, Number(value)]))
  const [min, avg, max] = statistics.map(of) as [Map<number, number>, Map<number, number>, Map<number, number>]
  return [...avg].flatMap(([at, mean]) => {
    const bucket = { at: (at - stepSeconds) * 1000, min: min.get(at) ?? mean, avg: mean, max: max.get(at) ?? mean, n: 1 }
    return Number.isFinite(mean) && Number.isFinite(bucket.min) && Number.isFinite(bucket.max) ? [bucket] : []
  })
}

/** Keeps only buckets entirely within a period when the instance held the card: other data belongs to another tenant. */
const isWithinSpells = (spells: readonly CardPeriod[], stepSeconds: number) => (bucket: MetricBucket) =>
  spells.some(({ from, to }) => bucket.at >= from.getTime() && bucket.at + stepSeconds * 1000 <= to.getTime())

/**
 * Reads charts from the Prometheus at `url` (decision 017): cards from dcgm-exporter by UUID, all other metrics from cadvisor
 * by container name. Metrics without series are left out.
 */
export function createPrometheusMetrics(url: string): MetricsSource {
  async function ask(query: string, { from, to, step_seconds: stepSeconds }: MetricsWindow): Promise<PrometheusSeries[]> {
    const address = new URL('api/v1/query_range', url.endsWith('/') ? url : `${url}/`)
    const body = new URLSearchParams({
      query,
      start: String(from.getTime() / 1000 + stepSeconds),
      end: String(to.getTime() / 1000),
      step: String(stepSeconds),
    })
    try {
      const response = await fetch(address, { method: 'POST', body, signal: AbortSignal.timeout(answerTimeoutMs) })
      return PrometheusAnswer.parse(await response.json()).data.result
    } catch (error) {
      throw new MetricsUnavailable('Prometheus gave no usable answer', { cause: error })
    }
  }

  async function readCards(cards: readonly CardPeriod[], metric: MetricName, name: string, window: MetricsWindow) {
    const uuids = [...new Set(cards.map(({ uuid }) => uuid))]
    // The UUIDs come from our own table, but they are inserted into a quoted pattern.
    const pattern = uuids.map((uuid) => uuid.replace(/[^\w-]/g, '.')).join('|')
    const lines = await ask(buildStatisticsQuery(`${name}{UUID=~"${pattern}"}`, `[${window.step_seconds}s]`, 'UUID'), window)
    const places = [...new Set(cards.map(({ card }) => card))]
    return places.map((card): MetricSeries => {
      const own = cards.filter((spell) => spell.card === card)
      const buckets = [...new Set(own.map(({ uuid }) => uuid))].flatMap((uuid) =>
        toBuckets(
          lines.filter((line) => line.metric.UUID === uuid),
          window,
        ).filter(
          isWithinSpells(
            own.filter((spell) => spell.uuid === uuid),
            window.step_seconds,
          ),
        ),
      )
      return { metric, card, buckets: buckets.sort((a, b) => a.at - b.at) }
    })
  }

  async function readContainer(instance: MeasuredInstance, metric: MetricName, window: MetricsWindow): Promise<MetricSeries> {
    const selector = `{name="${formatContainerName(instance)}"}`
    const expression = `(${containerMetricQueries[metric]!(selector, instance.cpu)})`
    // Use a subquery: peaks of a rate appear only where it is sampled.
    const lines = await ask(
      buildStatisticsQuery(expression, `[${window.step_seconds}s:${Math.min(rateSampleSeconds, window.step_seconds)}s]`, ''),
      window,
    )
    return { metric, card: null, buckets: toBuckets(lines, window) }
  }

  return {
    read: async (instance, window) => {
      const cards = instance.cards.length === 0 ? [] : (Object.entries(cardMetricNames) as [MetricName, string][])
      const answers = await Promise.all([
        ...cards.map(([metric, name]) => readCards(instance.cards, metric, name, window)),
        ...(Object.keys(containerMetricQueries) as MetricName[]).map(async (metric) => [
          await readContainer(instance, metric, window),
        ]),
      ])
      return answers.flat()
    },
  }
}
