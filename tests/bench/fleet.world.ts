import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createFleet } from '#server/compose.ts'
import { sealMachineCredentials } from '#server/domains/rentals/engines/machine.service.ts'
import { observeAllInstances } from '#server/domains/rentals/reconcile/observe.service.ts'
import { groupBy } from '#server/lib/group-by.ts'
import type { ComputeDriver, InstanceRef, ObservedInstance, UsageSample } from '#server/ports/compute.ts'
import type { HostReport } from '#server/ports/compute-host.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import { type BenchmarkPlatform, createBenchmarkPlatform } from '#tests/bench/world.ts'
import { testImageId, testRegionId, toProductId } from '#tests/support/market.ts'

export interface FleetSize {
  /** Machines with an engine of their own and eight cards each. */
  hosts: number
  /** Of these, how many never answer. */
  silent: number
  /** Instances that run, of one card each, spread evenly; at most eight a host. */
  running: number
  people: number
}

const model = 'RTX 4090'
const cardsEach = 8
/** What an engine in the same machine room takes to answer. */
const answerMs = 5
const mib = 1024

const hostName = (nth: number) => `machine-${String(nth).padStart(5, '0')}`
const cardOf = (host: string, nth: number) => `GPU-${host}-${nth}`

/** An engine that runs what the database says, with nothing behind it. */
function createStandIn(host: string, silent: boolean, now: () => Date, runs: () => readonly ObservedInstance[]): ComputeDriver {
  const answer = async <T>(told: () => T): Promise<T> => {
    await sleep(answerMs)
    if (silent) throw new DriverUnavailable('no answer')
    return told()
  }
  const report: HostReport = {
    host,
    facts: {
      name: host,
      cpu: 128,
      memory_mb: 1024 * mib,
      gpus: Array.from({ length: cardsEach }, (_, nth) => ({ uuid: cardOf(host, nth), model })),
      schedulable: true,
      isolation: [],
      capabilities: {
        ...{ keeps_system_disk: true, saves_images: true, moves_disks: false, shares_images: true, mounts_files: true },
        ...{ measures_disks: true, limits_system_disk: false, limits_data_disk: false, cards: 'uuid' },
      },
      simulated: true,
    },
  }
  const usage = { cpu_percent: 80, memory_mb: 20_000, sys_disk_mb: 9_000, data_disk_mb: 20_000 }
  const counters = { net_rx_bytes: 1, net_tx_bytes: 1, disk_read_bytes: 1, disk_write_bytes: 1 }
  const sample = ({ id }: InstanceRef): UsageSample => ({
    ...{ id, at: now(), ...usage, ...counters },
    gpus: [{ uuid: `${host}-card`, use_percent: 97, vram_mb: 20_000, temperature_c: 70, power_w: 400 }],
  })
  return {
    kind: 'docker',
    health: () => answer(() => ({ ok: true })),
    list: () => answer(() => [{ host, complete: true, seen: [...runs()] }]),
    inventory: () => answer(() => [report]),
    usage: (refs: readonly InstanceRef[]) => answer(() => refs.map(sample)),
    watch: (_: unknown, signal: AbortSignal) => new Promise<void>((end) => signal.addEventListener('abort', () => end())),
    close: async () => undefined,
  } as unknown as ComputeDriver
}

/**
 * A platform whose engines are rows in its database, each a machine that answers for itself: stocked, sold and running. The
 * machines hold exactly what the database has, and are registered, listed and looked at once.
 */
export async function createBigFleet({ hosts, silent, running, people }: FleetSize): Promise<BenchmarkPlatform> {
  const world = await createBenchmarkPlatform(people)
  const { deps, clock } = world
  const { kysely } = deps.database
  const now = clock.now()
  await sql`update hosts set region_id = null, driver_schedulable = false`.execute(kysely)
  const machines = Array.from({ length: hosts }, (_, nth) => {
    const [id, name] = [`engine-${nth}`, hostName(nth)]
    return { id, name, sealed: sealMachineCredentials(deps, id, { private_key: 'k'.repeat(400) }) }
  })
  await sql`
    insert into engines (id, kind, name, origin, settings, credentials_sealed, host_key, created_at)
    select m.id, 'docker', m.name, 'operator', jsonb_build_object('address', 'ssh://root@' || m.name), m.sealed, 'SHA256:key', ${now}
    from jsonb_to_recordset(${JSON.stringify(machines)}::jsonb) as m (id text, name text, sealed text)`.execute(kysely)
  await sql`
    insert into hosts (id, region_id, cpu, memory_gb, driver_schedulable, simulated, seen_at, engine_id)
    select name, ${testRegionId}, 128, 1024, true, true, ${now}, id from engines where origin = 'operator'`.execute(kysely)
  await sql`
    insert into gpus (uuid, host_id, model) select 'GPU-' || h.id || '-' || n, h.id, ${model}
    from hosts h cross join generate_series(0, ${cardsEach - 1}::int) n where h.engine_id is not null`.execute(kysely)
  const owners = world.people.map(({ id }) => id)
  await sql`
    with made as (
      insert into instances (id, user_id, nick_name, product_id, price_id, region_id, host_id, image_id, gpu_num, cpu, memory_gb,
        sys_disk_gb, data_disk_gb, charge_rule, price_micro, status, desired, generation, booted_generation, phase_since, created_at,
        started_at)
      select 'gpu-fleet-' || n, (${owners}::text[])[1 + n % ${owners.length}], '训练 ' || n, ${toProductId(model)},
        ${`price-${toProductId(model)}`}, ${testRegionId}, 'machine-' || lpad((n % ${hosts}::int)::text, 5, '0'), ${testImageId},
        1, 8, 32, 30, 50, 'hour', 2280000, 2, 'running', 1, 1, ${now}, ${now}::timestamptz + n * interval '1 millisecond', ${now}
      from generate_series(0, ${running - 1}::int) n returning *)
    insert into segments (instance_id, user_id, price_micro, carry_in, started_at, seen_at, seen_s, next_bill_at)
    select id, user_id, price_micro, 0, started_at, ${now}, 0, ${now}::timestamptz + interval '1 hour' from made order by created_at`.execute(
    kysely,
  )
  await sql`
    with rented as (
      select id, host_id, row_number() over (partition by host_id order by id) - 1 as nth from instances where id like 'gpu-fleet-%')
    update gpus g set instance_id = r.id from rented r where g.uuid = 'GPU-' || r.host_id || '-' || r.nth`.execute(kysely)
  await sql`vacuum analyze`.execute(kysely)
  const refs = await kysely
    .selectFrom('instances')
    .select(['id', 'host_id', 'generation'])
    .where('id', 'like', 'gpu-fleet-%')
    .execute()
  const runsOn = groupBy(refs, (row) => row.host_id)
  const observed = (host: string): ObservedInstance[] =>
    (runsOn.get(host) ?? []).map(({ id, generation }) => ({
      ref: { installation_id: deps.installation_id, id, generation },
      phase: 'running',
      observed_at: clock.now(),
    }))
  const isSilent = new Set(Array.from({ length: silent }, (_, nth) => hostName(nth * Math.floor(hosts / silent))))
  const former = deps.compute
  deps.engines = {
    ...deps.engines,
    openMachine: async ({ name }) =>
      createStandIn(
        name,
        isSilent.has(name),
        () => clock.now(),
        () => observed(name),
      ),
  }
  deps.config = { ...deps.config, adapters: { ...deps.config.adapters, compute: 'none' } }
  deps.compute = createFleet(deps, (_, driver) => driver)
  await former.close()
  await observeAllInstances(deps)
  return world
}
