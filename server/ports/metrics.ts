import type { MetricName } from '#contract/monitor.ts'

/** The period during which a card belonged to an instance; its metrics outside this period belong to others. */
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

/** `from` and `to` are multiples of the step since 1970; a bucket is [at, at + step). */
export interface MetricsWindow {
  from: Date
  to: Date
  step_seconds: number
}

/** Minimum, mean and maximum within a bucket; empty buckets are left out. */
export interface MetricBucket {
  /** Start of the bucket in epoch ms. */
  at: number
  min: number
  avg: number
  max: number
  /** Weight of the mean. */
  n: number
}

export interface MetricSeries {
  metric: MetricName
  /** Position of the card; null for the instance as a whole. */
  card: number | null
  buckets: MetricBucket[]
}

/** A source of metrics, in the contract's metric names and units for all vendors. */
export interface MetricsSource {
  /** Returns one series per metric and card it has data for. Throws MetricsUnavailable. */
  read(instance: MeasuredInstance, window: MetricsWindow): Promise<MetricSeries[]>
}

export class MetricsUnavailable extends Error {}
