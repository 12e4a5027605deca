import { join } from 'node:path'
import { createSimulatorFaults, type SimulatorFaults } from '#server/adapters/compute.simulator/faults.ts'
import { createSimulator } from '#server/adapters/compute.simulator/simulator.ts'
import { createFleet } from '#server/compose.ts'
import { keepConfiguredEngine } from '#server/domains/rentals/engines/engine-source.service.ts'
import type { ClusterAccess, DockerMachine, Engines, RentedCluster } from '#server/ports/engines.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { RentalPlatform } from '#tests/support/rental.ts'

export interface FakeEngines {
  /** As the machines were opened, one after the other. */
  opened: DockerMachine[]
  opened_clusters: RentedCluster[]
  /** By the name of a machine, or the host name of a cluster's server. */
  faults: Record<string, SimulatorFaults>
  /** What machines show by SSH. */
  host_key: string
}

/** A kubeconfig as fake clusters have it; two nodes are behind each host name. */
export const buildKubeconfig = ({ host = 'k8s.lab', token = 'a-token', more = '' } = {}): string =>
  `server: https://${host}:6443\ntoken: ${token}\n${more}`

function readKubeconfig(text: string): { access: ClusterAccess } | { fault: string } {
  const fields = new Map(text.split('\n').map((line) => line.split(/: (.*)/) as [string, string]))
  const [server, token, tokenFile] = ['server', 'token', 'tokenFile'].map((name) => fields.get(name))
  if (!server) return { fault: '不是 kubeconfig' }
  return { access: { server, namespace: 'default', ...(tokenFile ? { token_file: tokenFile } : { token: token! }) } }
}

/**
 * Lets operators add machines, each a simulated host with two cards of a model, and clusters of two such hosts, and gives the platform
 * all engines as one driver. What the platform had before is the configured engine.
 */
export async function addFakeEngines({ deps, clock }: RentalPlatform, dir: string, model: string): Promise<FakeEngines> {
  const fake: FakeEngines = { opened: [], opened_clusters: [], faults: {}, host_key: `SHA256:${'k'.repeat(43)}` }
  const configured = deps.compute
  const real = deps.engines
  const open = (name: string, hosts: readonly string[]) => {
    fake.faults[name] ??= createSimulatorFaults()
    const simulated = hosts.map((host) => buildSimulatedHost(host, model, 2))
    const delays = { pulling_ms: 0 }
    return createSimulator({ clock, dir: join(dir, name), hosts: simulated, delays, faults: fake.faults[name] })
  }
  deps.engines = {
    ...real,
    openConfigured: async () => configured,
    openMachine: async (machine) => {
      fake.opened.push(machine)
      return open(machine.name, [machine.name])
    },
    checkMachine: async ({ name }) => [{ item: 'engine', ok: true, found: name }],
    openCluster: async (cluster) => {
      fake.opened_clusters.push(cluster)
      const { hostname } = new URL(cluster.access.server)
      return open(hostname, [`${hostname}-1`, `${hostname}-2`])
    },
    checkCluster: async ({ access }) => [
      { item: 'api', ok: true, found: access.server },
      { item: 'storage_class', ok: false, found: '没有默认的存储类', mend: '填写存储类' },
    ],
    readKubeconfig: async (text) => readKubeconfig(text),
    readHostKey: async () => fake.host_key,
  } satisfies Engines
  await keepConfiguredEngine(deps)
  deps.compute = createFleet(deps, (_, driver) => driver)
  return fake
}
