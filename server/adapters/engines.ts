import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { demoImagesByReference } from '#server/demo/catalogue.ts'
import { demoFleet } from '#server/demo/fleet.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { ComputeDriver } from '#server/ports/compute.ts'
import type { DockerMachine, EngineFinding, Engines } from '#server/ports/engines.ts'

/** Long enough for a demo to show its progress. */
const demoCopyMs = 4000

/** Makes drivers; one is loaded only when it is needed. */
export function createEngines(config: Config, clock: Clock, installationId: string): Engines {
  const { adapters, data_dir: dataDir, docker, ssh_agent: agent } = config
  const {
    image,
    socket_path: socketPath,
    host_check: hostCheck,
    egress_allow: egressAllow,
    registry_auths: auths,
    ...own
  } = docker
  /** What holds for every machine with Docker. */
  const common = {
    clock,
    installation_id: installationId,
    host_check: hostCheck,
    egress_allow: egressAllow,
    ...(auths && { registry_auths: auths }),
    ...(image && { check_image: image }),
  }
  const loadDocker = () => import('#server/adapters/compute.docker/docker.ts')
  async function openMachine({ name, access, ...own }: DockerMachine): Promise<ComputeDriver> {
    const { createDockerDriver } = await loadDocker()
    const signed = access.by === 'ssh' && agent && access.private_key === undefined ? { ...access, agent } : access
    return createDockerDriver({ ...common, ...own, access: signed, host_name: name })
  }
  async function openConfigured(): Promise<ComputeDriver> {
    if (adapters.compute === 'docker') {
      const { createDockerDriver } = await loadDocker()
      return createDockerDriver({ ...common, ...own, access: { by: 'unix', socket_path: socketPath } })
    }
    const { createSimulator } = await import('#server/adapters/compute.simulator/simulator.ts')
    return createSimulator({
      clock,
      dir: join(dataDir, 'simulator'),
      hosts: demoFleet,
      catalogue: demoImagesByReference,
      delays: { copying_ms: demoCopyMs },
    })
  }
  return {
    openConfigured,
    openMachine,
    checkMachine: async (machine) => examineAndClose(await openMachine(machine)),
    readHostKey: async (address) => {
      const { readHostKey } = await import('#server/adapters/compute.docker/host-key.ts')
      return readHostKey(address)
    },
    findKeyFault: async (privateKey) => {
      const { findKeyFault } = await import('#server/adapters/compute.docker/host-key.ts')
      return findKeyFault(privateKey)
    },
  }
}

const examineAndClose = (driver: ComputeDriver): Promise<EngineFinding[]> => examineEngine(driver).finally(() => driver.close())

async function examineEngine(driver: ComputeDriver): Promise<EngineFinding[]> {
  const { ok, version = '', problem = '' } = await driver.health()
  if (!ok)
    return [{ item: '引擎', ok, found: `没有应答：${problem}`, mend: '检查地址、凭据与套接字，以及主机上 Docker 是否在运行' }]
  const reports = await driver.inventory()
  return [
    { item: '引擎', ok, found: version },
    ...reports.map(({ facts, ...report }): EngineFinding => {
      if (!facts) return { item: '主机', ok: false, found: 'problem' in report ? report.problem : '没有应答' }
      const { cpu, memory_mb: memoryMb, gpus, problem: unfit } = facts
      const found = `${cpu} 核、${Math.floor(memoryMb / 1024)} GB 内存、${gpus.length} 张卡`
      return unfit ? { item: '主机', ok: false, found, mend: unfit } : { item: '主机', ok: true, found }
    }),
  ]
}
