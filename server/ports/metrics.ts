import type { MetricName } from '#contract/monitor.ts'

/** A card while it stood at a place of an instance; outside of this time its figures are somebody else's. */
export interface CardPeriod {
  card: number
  uuid: string
  from: Date
  to: Date
}

export interface MeasuredInstance {
  id: string
  installation_id: string
  generation: number
  /** Cores. */
  cpu: number
  cards: readonly CardPeriod[]
}

/** `from` and `to` stand on multiples of the step since 1970; a bucket is [at, at + step). */
export interface MetricsWindow {
  from: Date
  to: Date
  step_seconds: number
}

/** Least, mean and greatest value within a bucket; a bucket in which nothing was seen is left out. */
export interface MetricBucket {
  /** Epoch ms of the bucket's beginning. */
  at: number
  min: number
  avg: number
  max: number
  /** Weight of the mean. */
  n: number
}

export interface MetricSeries {
  metric: MetricName
  /** Place of the card; null for the instance as a whole. */
  card: number | null
  buckets: MetricBucket[]
}

/** A source of measured figures, in the contract's metrics and units whatever the vendor calls them. */
export interface MetricsSource {
  /** One line for each metric and card it knows anything of. Throws MetricsUnavailable. */
  read(instance: MeasuredInstance, window: MetricsWindow): Promise<MetricSeries[]>
}

export class MetricsUnavailable extends Error {}
