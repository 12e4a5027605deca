import type { Deps } from '#server/deps.ts'
import { toCluster } from '#server/domains/rentals/engines/cluster.service.ts'
import { type EngineRow, enginesRepo } from '#server/domains/rentals/engines/engines.repo.ts'
import { toMachine } from '#server/domains/rentals/engines/machine.service.ts'
import type { EngineDriver } from '#server/ports/disk-transfer.ts'
import type { EngineSource } from '#server/ports/engines.ts'

/** Returns a driver that works only while this process may use its engine. */
export type HoldEngine = (id: string, driver: EngineDriver) => EngineDriver

/** Names that no engine of an operator can have. */
const configuredNames = { simulator: '模拟的机器', docker: '本机 Docker', kubernetes: 'Kubernetes 集群' }

/** Whoever tries a copy of a platform with simulated machines must be sure that it touches no real one. */
export const simulatedOnly = '环境变量 COMPUTE=simulator：只有模拟的机器，不连接真实的机器和集群'

type SourceDeps = Pick<Deps, 'config' | 'database' | 'engines' | 'keys'>

/** Writes down what COMPUTE configures, beside the machines and clusters that operators add. */
export async function keepConfiguredEngine({
  config,
  database,
  clock,
}: Pick<Deps, 'config' | 'database' | 'clock'>): Promise<void> {
  const { compute } = config.adapters
  if (compute === 'none') return
  await enginesRepo(database.kysely).keepConfigured(compute, configuredNames[compute], clock.now())
}

/** The engines that are written down and may be spoken to. */
export function createEngineSource({ config, database, engines, keys }: SourceDeps, hold: HoldEngine): EngineSource {
  function describeOpening(row: EngineRow): { open(): Promise<EngineDriver> } | { closed: string } {
    if (row.origin === 'settings') {
      return config.adapters.compute === 'none'
        ? { closed: '环境变量 COMPUTE 没有接入它' }
        : { open: () => engines.openConfigured() }
    }
    if (config.adapters.compute === 'simulator') return { closed: simulatedOnly }
    if (row.kind === 'kubernetes') return { open: async () => engines.openCluster(toCluster({ keys }, row)) }
    const machine = toMachine({ keys }, row)
    return machine ? { open: () => engines.openMachine(machine) } : { closed: 'SSH 主机密钥还没有固定' }
  }
  return {
    list: async () => {
      const rows = await enginesRepo(database.kysely).open()
      return rows.map((row) => {
        const opening = describeOpening(row)
        const known = { id: row.id, version: String(row.version), hosts: row.host_ids }
        return 'closed' in opening ? { ...known, ...opening } : { ...known, open: async () => hold(row.id, await opening.open()) }
      })
    },
  }
}
