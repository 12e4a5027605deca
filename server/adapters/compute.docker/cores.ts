import type { OurContainer } from './containers.ts'
import type { DockerDriverContext } from './driver-context.ts'
import { ignoreStatuses } from './engine.ts'
import { parseLabelClaim } from './names.ts'

/** How much of each core of its own a container may use. */
interface CoreUse {
  cores: readonly number[]
  cpu: number
}

const roundingTolerance = 1e-6
/** Podman cannot change a container, and an engine inside of a smaller set of cores has not those of the host. */
const unsupportedStatuses = [400, 404, 500, 501]

/**
 * The cores that `cpu` of them should be: as many whole ones as that takes, those with the least on them. A part of a core
 * joins other parts where it fits, so that whole ones stay whole. Where more is sold than there is, cores are shared.
 */
export function chooseCores(cpu: number, count: number, others: readonly CoreUse[]): number[] {
  const load = Array.from({ length: count }, () => 0)
  for (const { cores, cpu: used } of others) for (const core of cores) if (core < count) load[core]! += used / cores.length
  const all = load.map((used, core) => ({ used, core }))
  const wanted = Math.max(1, Math.min(count, Math.ceil(cpu - roundingTolerance)))
  const fitting =
    cpu < 1 ? all.filter(({ used }) => used > 0 && used + cpu <= 1 + roundingTolerance).sort((a, b) => b.used - a.used) : []
  const least = all.sort((a, b) => a.used - b.used || a.core - b.core)
  return (fitting.length > 0 ? fitting : least)
    .slice(0, wanted)
    .map(({ core }) => core)
    .sort((a, b) => a - b)
}

/** `0-3,6` as the numbers that it means. */
export function parseCores(text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [first, last = first] = part.split('-')
    return first ? Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index) : []
  })
}

/** Gives a container that does not run yet its cores, so that what counts them inside finds what was sold. */
export function pinCores(parts: DockerDriverContext, cpu: number, container: OurContainer): Promise<void> {
  const { containers, engine, facts, turns, booting } = parts
  return turns.run(' cores', async () => {
    const others = (await containers.find()).filter(
      ({ ref, info }) => info.Id !== container.info.Id && (info.State.Running || booting.has(ref.id)),
    )
    const pinned = others.map(({ info }) => ({
      cores: parseCores(info.HostConfig.CpusetCpus ?? ''),
      cpu: parseLabelClaim(info.Config.Labels, '').cpu,
    }))
    const CpusetCpus = chooseCores(cpu, await facts.cores(), pinned).join(',')
    await ignoreStatuses(
      unsupportedStatuses,
      engine.call((docker) => docker.getContainer(container.info.Id).update({ CpusetCpus })),
    )
  })
}
