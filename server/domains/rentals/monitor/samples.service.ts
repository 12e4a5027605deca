import type { Kysely } from 'kysely'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { DB } from '#server/db/types.ts'
import { wholeInstanceCard } from '#server/db/usage-points.ts'
import type { Deps } from '#server/deps.ts'
import { readInstanceUsage } from '#server/domains/rentals/instances/usage.service.ts'
import { computeUsageRates, type UsageCounters } from '#server/domains/rentals/monitor/rates.ts'
import { type SampledInstance, type SampleRow, samplesRepo } from '#server/domains/rentals/monitor/samples.repo.ts'
import type { CardUse, UsageSample } from '#server/ports/compute.ts'

type SamplingDeps = Pick<Deps, 'database' | 'clock' | 'compute' | 'installation_id' | 'log'>

const chunkSize = 200
const lookBackMs = 60_000

type SampleObserver = (instance: SampledInstance, sample: UsageSample) => Promise<void>

/**
 * Stores the current usage of every running instance (product §4) and passes it to `look`. What the driver cannot read stays a
 * gap.
 */
export async function sampleUsage(deps: SamplingDeps, look?: SampleObserver): Promise<void> {
  const repo = samplesRepo(deps.database.kysely)
  for (let after: SampledInstance | undefined; ; ) {
    const instances = await repo.running(instanceStatusCodes.running, after, chunkSize)
    if (instances.length === 0) return
    after = instances.at(-1)
    await sampleChunk(deps, instances, look).catch((error: unknown) =>
      deps.log.warn({ err: error, until: after?.id }, 'usage was not sampled'),
    )
  }
}

async function sampleChunk(deps: SamplingDeps, instances: readonly SampledInstance[], look?: SampleObserver): Promise<void> {
  const repo = samplesRepo(deps.database.kysely)
  const since = new Date(deps.clock.now().getTime() - lookBackMs)
  const ids = instances.map(({ id }) => id)
  const [samples, before] = [await readInstanceUsage(deps, instances), await repo.countersSince(ids, since)]
  const sampleOf = new Map(samples.map((sample) => [sample.id, sample]))
  const seen = instances.flatMap((instance) => {
    const sample = sampleOf.get(instance.id)
    return sample ? [{ instance, sample }] : []
  })
  await repo.insert(seen.flatMap(({ instance, sample }) => toSampleRows(instance, sample, before.get(instance.id))))
  await repo.seeCards(
    seen.flatMap(({ instance: { id, started_at: startedAt, cards }, sample: { at, gpus } }) => {
      if (!startedAt) return []
      const present = gpus.map((gpu) => ({ uuid: gpu.uuid, card: findPosition(cards, gpu) })).filter(({ card }) => card >= 0)
      return present.map(({ uuid, card }) => ({ instance_id: id, card, started_at: startedAt, uuid, seen_at: at }))
    }),
  )
  if (look) for (const { instance, sample } of seen) await look(instance, sample)
}

/** Cards are sold by their names in the inventory; -1 for one that the instance does not hold. */
const findPosition = (cards: readonly string[], { slot, uuid }: CardUse) => cards.indexOf(slot ?? uuid)

const roundCounter = (counter: number | null) => (counter === null ? null : Math.round(counter))

function toSampleRows(instance: SampledInstance, sample: UsageSample, before: UsageCounters | undefined): SampleRow[] {
  const { at, cpu_percent: cpuPercent, memory_mb: memoryMb, sys_disk_mb: sysDiskMb, data_disk_mb: dataDiskMb, gpus } = sample
  const key = { instance_id: instance.id, at }
  const cards = gpus.flatMap((gpu) => {
    const card = findPosition(instance.cards, gpu)
    if (card < 0) return []
    const { use_percent: usePercent, vram_mb: vramMb, temperature_c: temperatureC, power_w: powerW } = gpu
    return [{ ...key, card, gpu_use: usePercent, vram_used: vramMb, gpu_temperature: temperatureC, gpu_power: powerW }]
  })
  const own = {
    ...key,
    card: wholeInstanceCard,
    cpu_use: cpuPercent,
    memory_used: memoryMb,
    sys_disk_used: sysDiskMb,
    data_disk_used: dataDiskMb,
    ...computeUsageRates(before, sample, instance.started_at),
    net_rx_bytes: roundCounter(sample.net_rx_bytes),
    net_tx_bytes: roundCounter(sample.net_tx_bytes),
    disk_read_bytes: roundCounter(sample.disk_read_bytes),
    disk_write_bytes: roundCounter(sample.disk_write_bytes),
  }
  return [own, ...cards]
}

/**
 * Returns how busy an instance's cards were per minute within [from, to): the highest sample of any card, in percent, at the
 * start of the minute. Only complete, rolled-up minutes; a minute without samples is absent, never 0.
 */
export const listGpuUse = (
  db: Kysely<DB>,
  instanceId: string,
  from: Date,
  to: Date,
): Promise<{ at: Date; use_percent: number }[]> => samplesRepo(db).gpuUse(instanceId, from, to)
