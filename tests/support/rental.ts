import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { instanceStatusCodes, isActionAllowed } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { type CreateInstanceForm, orders } from '#contract/orders.ts'
import { wallet } from '#contract/wallet.ts'
import { createSimulatorFaults } from '#server/adapters/compute.simulator/faults.ts'
import type { SimulatedHost } from '#server/adapters/compute.simulator/fleet.ts'
import type { PhaseDelays } from '#server/adapters/compute.simulator/settings.ts'
import { createSimulator } from '#server/adapters/compute.simulator/simulator.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import type { GpuUseReader } from '#server/domains/rentals/auto-stop/idle.service.ts'
import { readQuote, signQuote } from '#server/domains/rentals/orders/quote-token.ts'
import type { Keys } from '#server/keys.ts'
import { auditBooks } from '#server/ledger/audit.ts'
import type { Directories } from '#server/ports/directory.ts'
import type { TestCallOptions } from '#tests/support/calls.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { seedMarket, smallFleet, testImageId, toProductId } from '#tests/support/market.ts'
import { addPeople, addPerson, type Person } from '#tests/support/people.ts'
import { createTestPlatform } from '#tests/support/platform.ts'
import { createTestWorker } from '#tests/support/worker.ts'

export type InstanceFormInput = Partial<CreateInstanceForm> & { model?: string }

/** Images are already present unless a test says otherwise: a pull would block the worker until the clock moves. */
const quick: Partial<PhaseDelays> = { pulling_ms: 0 }

/** The whole server with a stocked market and the real simulator on the held clock; `tick` drives its worker. */
export async function createRentalPlatform(
  options: {
    hosts?: readonly SimulatedHost[]
    delays?: Partial<PhaseDelays>
    clock?: HeldClock
    images?: readonly string[]
    gpu_use?: GpuUseReader
    database?: Database
    keys?: Keys
    config?: Config
    directories?: Directories
    /** Directory of the built web, for a browser. */
    web_root?: string
  } = {},
) {
  const clock = options.clock ?? new HeldClock()
  const dir = await mkdtemp(join(tmpdir(), 'zhisuan-rental-'))
  const faults = createSimulatorFaults()
  const { hosts = smallFleet, delays = quick, images, database, keys, config, directories } = options
  const compute = createSimulator({ clock, dir, hosts, delays, faults, images })
  const platform = await createTestPlatform(
    {
      clock,
      compute,
      ...(database && { database }),
      ...(keys && { keys }),
      ...(config && { config }),
      ...(directories && { directories }),
    },
    options.web_root,
  )
  await seedMarket(platform.deps)
  const worker = createTestWorker(platform, undefined, options.gpu_use)
  const { kysely } = platform.deps.database

  const formOf = ({ model = 'RTX 4090', ...wish }: InstanceFormInput = {}) => ({
    product_id: toProductId(model),
    image_id: testImageId,
    gpu_num: 1,
    data_disk: 50,
    charge_rule: 'hour' as const,
    nick_name: '训练',
    ...wish,
  })
  const quote = (person: Person, wish?: InstanceFormInput) => person.call(orders.quote, { body: formOf(wish) })
  /** Makes many quotes at once, signed as the API signs the first. */
  async function quotesFor(people: readonly Person[], wish?: InstanceFormInput): Promise<string[]> {
    const { deps } = platform
    const first = (await quote(people[0]!, wish)).data.token
    const { jti: _, ...quoted } = await readQuote(deps, people[0]!.id, first)
    return Promise.all(people.map(({ id }) => signQuote(deps, id, quoted)))
  }
  const orderQuoted = (person: Person, token: string, options?: TestCallOptions) =>
    person.call(orders.create, { body: { quote: token } }, options)
  /** Quotes and orders; returns the response of the order. */
  const order = async (person: Person, wish?: InstanceFormInput, options?: TestCallOptions) =>
    orderQuoted(person, (await quote(person, wish)).data.token, options)
  const show = async (person: Person, id: string) => (await person.call(instances.get, { params: { id } })).data

  /** Lets time pass, second by second, until an instance reaches a status. */
  async function reach(id: string, status: number): Promise<void> {
    for (let second = 0; second < 120; second += 1) {
      const { status: now } = await kysely.selectFrom('instances').select('status').where('id', '=', id).executeTakeFirstOrThrow()
      if (now === status) return worker.work()
      await (second % 15 === 14 ? worker.tick(1_000) : worker.second())
    }
    throw new Error(`instance ${id} has not reached status ${status}`)
  }

  /** Orders an instance and waits until it runs; returns its id. */
  async function rent(person: Person, wish?: InstanceFormInput): Promise<string> {
    const { instance_id: instanceId } = (await order(person, wish)).data
    if (!instanceId) throw new Error('an order without an instance')
    await reach(instanceId, instanceStatusCodes.running)
    return instanceId
  }

  const act = (person: Person, id: string, action: 'start' | 'shutdown' | 'restart' | 'release', options?: TestCallOptions) =>
    person.call(instances[action], { params: { id } }, options)

  /** Shuts down the running instances of a user and releases all of them. */
  async function releaseAll(person: Person): Promise<void> {
    const own = async () => (await person.call(instances.list, { query: { page_size: 100 } })).data
    for (let round = 0; round < 20; round += 1) {
      const left = await own()
      if (left.length === 0) return
      for (const { id, status } of left) {
        if (isActionAllowed('release', status)) await act(person, id, 'release')
        else if (isActionAllowed('shutdown', status)) await act(person, id, 'shutdown')
      }
      await worker.tick(2_000)
    }
    const left = kysely.selectFrom('instances').where('user_id', '=', person.id).where('released_at', 'is', null)
    const rows = await left
      .select(['id', 'status', 'desired', 'attempts', 'lease_until', 'next_reconcile_at', 'reason'])
      .execute()
    throw new Error(`instances are still there at ${platform.clock.now().toISOString()}: ${JSON.stringify(rows)}`)
  }

  const freeCards = async (model: string): Promise<number> => {
    const free = kysely.selectFrom('gpus').select('uuid').where('model', '=', model).where('instance_id', 'is', null)
    return (await free.execute()).length
  }

  return {
    ...platform,
    ...worker,
    faults,
    releaseAll,
    freeCards,
    formOf,
    quote,
    quotesFor,
    order,
    orderQuoted,
    rent,
    reach,
    show,
    act,
    addPerson: (traits?: Parameters<typeof addPerson>[1]) => addPerson(platform, traits),
    addPeople: (count: number, traits?: Parameters<typeof addPeople>[2]) => addPeople(platform, count, traits),
    walletOf: async (person: Person) => (await person.call(wallet.get)).data,
    /** Returns the violated ledger invariants. */
    audit: () => auditBooks(kysely),
    close: async () => {
      await platform.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

export type RentalPlatform = Awaited<ReturnType<typeof createRentalPlatform>>
