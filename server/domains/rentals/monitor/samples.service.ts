import type { Kysely } from 'kysely'
import { status_codes } from '#contract/instance-actions.ts'
import type { DB } from '#server/db/types.ts'
import { whole_instance } from '#server/db/usage-points.ts'
import type { Deps } from '#server/deps.ts'
import { usageOf } from '#server/domains/rentals/instances/usage.service.ts'
import { type Counters, ratesBetween } from '#server/domains/rentals/monitor/rates.ts'
import { type SampledInstance, type SampleRow, samplesRepo } from '#server/domains/rentals/monitor/samples.repo.ts'
import type { UsageSample } from '#server/ports/compute.ts'

type Measuring = Pick<Deps, 'database' | 'clock' | 'compute' | 'installation_id' | 'log'>

const chunk_size = 200
const looked_back_ms = 60_000

type Look = (instance: SampledInstance, sample: UsageSample) => Promise<void>

/** Stores what every running instance uses now (product §4), and shows it to `look`. What a driver does not answer for stays a gap. */
export async function sampleUsage(deps: Measuring, look?: Look): Promise<void> {
  const repo = samplesRepo(deps.database.kysely)
  for (let after = ''; ; ) {
    const instances = await repo.running(status_codes.running, after, chunk_size)
    if (instances.length === 0) return
    after = instances.at(-1)!.id
    await sampleChunk(deps, instances, look).catch((error: unknown) =>
      deps.log.warn({ err: error, after }, 'usage was not sampled'),
    )
  }
}

async function sampleChunk(deps: Measuring, instances: readonly SampledInstance[], look?: Look): Promise<void> {
  const repo = samplesRepo(deps.database.kysely)
  const since = new Date(deps.clock.now().getTime() - looked_back_ms)
  const ids = instances.map(({ id }) => id)
  const [samples, before] = [await usageOf(deps, instances), await repo.countersSince(ids, since)]
  const sampleOf = new Map(samples.map((sample) => [sample.id, sample]))
  const seen = instances.flatMap((instance) => {
    const sample = sampleOf.get(instance.id)
    return sample ? [{ instance, sample }] : []
  })
  await repo.insert(seen.flatMap(({ instance, sample }) => rowsOf(instance, sample, before.get(instance.id))))
  await repo.seeCards(
    seen.flatMap(({ instance: { id, started_at, cards }, sample: { at, gpus } }) => {
      if (!started_at) return []
      const present = gpus.filter(({ uuid }) => cards.includes(uuid))
      return present.map(({ uuid }) => ({ instance_id: id, card: cards.indexOf(uuid), started_at, uuid, seen_at: at }))
    }),
  )
  if (look) for (const { instance, sample } of seen) await look(instance, sample)
}

const whole = (counter: number | null) => (counter === null ? null : Math.round(counter))

function rowsOf(instance: SampledInstance, sample: UsageSample, before: Counters | undefined): SampleRow[] {
  const { at, cpu_percent, memory_mb, sys_disk_mb, data_disk_mb, gpus } = sample
  const key = { instance_id: instance.id, at }
  const cards = gpus.flatMap((gpu) => {
    const card = instance.cards.indexOf(gpu.uuid)
    if (card < 0) return []
    const { use_percent, vram_mb, temperature_c, power_w } = gpu
    return [{ ...key, card, gpu_use: use_percent, vram_used: vram_mb, gpu_temperature: temperature_c, gpu_power: power_w }]
  })
  const own = {
    ...key,
    card: whole_instance,
    cpu_use: cpu_percent,
    memory_used: memory_mb,
    sys_disk_used: sys_disk_mb,
    data_disk_used: data_disk_mb,
    ...ratesBetween(before, sample, instance.started_at),
    net_rx_bytes: whole(sample.net_rx_bytes),
    net_tx_bytes: whole(sample.net_tx_bytes),
    disk_read_bytes: whole(sample.disk_read_bytes),
    disk_write_bytes: whole(sample.disk_write_bytes),
  }
  return [own, ...cards]
}

/**
 * How busy an instance's cards were, minute by minute within [from, to): the highest sample of any card, in percent, at
 * the minute's beginning. Only minutes that are over and gathered; one without samples is absent, never 0.
 */
export const gpuUseSince = (
  db: Kysely<DB>,
  instance_id: string,
  from: Date,
  to: Date,
): Promise<{ at: Date; use_percent: number }[]> => samplesRepo(db).gpuUse(instance_id, from, to)
