import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HandlerInput } from '#contract/endpoint.ts'
import { operatorEngines } from '#contract/operator/engines.ts'
import type { SimulatorFaults } from '#server/adapters/compute.simulator/faults.ts'
import type { InstanceRecord } from '#server/adapters/compute.simulator/state.ts'
import { readServerConfig } from '#server/config/config.ts'
import { syncHosts } from '#server/domains/rentals/capacity/hosts.service.ts'
import { addFakeEngines, buildKubeconfig } from '#tests/support/fake-engines.ts'
import { createInstanceMoneyHelper, type InstanceMoneyHelper } from '#tests/support/instance-money.ts'
import { createLongTaskHelper } from '#tests/support/long-tasks.ts'
import { buildSimulatedHost, testRegionId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

/** An engine of the fleet and what it really has, whether it answers or not. */
export interface WalkEngine {
  name: string
  hosts: readonly string[]
  faults: SimulatorFaults
  /** Folders of instances by id; one that has no record is a disk alone. */
  folders(): Promise<Map<string, { path: string; record: InstanceRecord | undefined }>>
}

export interface FleetWalkWorld {
  rental: RentalPlatform
  admin: Person
  people: readonly Person[]
  engines: readonly WalkEngine[]
  money: InstanceMoneyHelper
  work: ReturnType<typeof createLongTaskHelper>
  /** Looks at the hosts, as the job does each minute. */
  sync(): Promise<void>
  close(): Promise<void>
}

const model = 'RTX 4090'
const machines = ['m-1', 'm-2', 'm-3']
const clusters = ['k-1', 'k-2']

async function readFolders(dir: string): ReturnType<WalkEngine['folders']> {
  const root = join(dir, 'instances')
  const ids = await readdir(root).catch(() => [])
  const read = ids.map(async (id) => {
    const path = join(root, id)
    const text = await readFile(join(path, 'record.json'), 'utf8').catch(() => undefined)
    return [id, { path, record: text === undefined ? undefined : (JSON.parse(text) as InstanceRecord) }] as const
  })
  return new Map(await Promise.all(read))
}

/** Three machines with Docker and two clusters of two nodes, two cards each, added by an operator and sold to a few people. */
export async function createFleetWalkWorld(): Promise<FleetWalkWorld> {
  const dir = await mkdtemp(join(tmpdir(), 'zhisuan-fleet-walk-'))
  const config = readServerConfig({
    ...{ NODE_ENV: 'test', DATA_DIR: dir, COMPUTE: 'docker' },
    ...{ USER_RPS: '0', NETWORK_RPS: '0', CHALLENGE_FREE_SENDS: '1000000' },
  })
  const rental = await createRentalPlatform({ config, hosts: [buildSimulatedHost('host-1', 'L40S', 1)] })
  const fake = await addFakeEngines(rental, dir, model)
  const admin = await rental.addPerson({ role: 'operator_admin' })
  const added = [
    ...machines.map((name) => ({ name, address: `unix:///run/${name}.sock` })),
    ...clusters.map((name) => ({ name, kind: 'kubernetes', kubeconfig: buildKubeconfig({ host: name }) })),
  ]
  for (const body of added) {
    const { status, raw } = await admin.call(operatorEngines.create, {
      body: body as HandlerInput<typeof operatorEngines.create>['body'],
    })
    if (status !== 200) throw new Error(raw)
  }
  const sync = () => syncHosts(rental.deps, () => testRegionId)
  await sync()
  const engines = [
    ...machines.map((name) => ({ name, hosts: [name] })),
    ...clusters.map((name) => ({ name, hosts: [`${name}-1`, `${name}-2`] })),
  ].map(({ name, hosts }) => ({ name, hosts, faults: fake.faults[name]!, folders: () => readFolders(join(dir, name)) }))
  return {
    rental,
    admin,
    people: await rental.addPeople(4, { balance: '20000.00' }),
    engines,
    money: createInstanceMoneyHelper(rental),
    work: createLongTaskHelper(rental),
    sync,
    close: async () => {
      await rental.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
