import type { OurContainer } from './containers.ts'
import type { DockerDriverContext } from './driver-context.ts'
import { ignoreStatuses } from './engine.ts'
import { parseLabelClaim } from './names.ts'

/** Cores assigned to a container, and how much CPU it uses of them. */
interface CoreUse {
  cores: readonly number[]
  cpu: number
}

const roundingTolerance = 1e-6
/** Podman cannot update a container, and an engine restricted to a subset of cores lacks some of the host's cores. */
const unsupportedStatuses = [400, 404, 500, 501]

/**
 * Chooses the cores for `cpu`: the least loaded ones, rounded up to whole cores. A fraction joins other fractions if it fits,
 * so that whole cores stay free. Cores are shared when more is sold than exists.
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

/** Parses a core list such as `0-3,6`. */
export function parseCores(text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [first, last = first] = part.split('-')
    return first ? Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index) : []
  })
}

/** Pins a container to its cores before it starts, so that programs inside count the cores that were sold. */
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
