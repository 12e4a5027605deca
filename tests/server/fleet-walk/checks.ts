import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { advanceState, isHoldingResources } from '#server/adapters/compute.simulator/state.ts'
import type { FleetWalkWorld, WalkEngine } from '#tests/server/fleet-walk/world.ts'

const mark = 'walked-by'
/** Whole seconds that are read early or late. */
const roundingS = 5
const resting: ReadonlySet<number> = new Set([instanceStatusCodes.shut_down, instanceStatusCodes.abnormal])

/** What must hold of a fleet at any time, and what was seen of it so far. */
export class FleetChecks {
  readonly #world: FleetWalkWorld
  /** Seconds that each instance may have been billed for. */
  readonly #allowed_s = new Map<string, number>()
  /** Disks that were marked: paths inside the folder of their instance, by its id. */
  readonly #marked = new Map<string, Set<string>>()
  #at: number
  #silent = new Set<string>()
  /** Those that did not rest when last looked at. */
  #busy = new Set<string>()

  constructor(world: FleetWalkWorld) {
    this.#world = world
    this.#at = world.rental.clock.now().getTime()
  }

  /** After each step: who may have used what of the time that has passed. */
  async notePassedTime(): Promise<void> {
    const now = this.#world.rental.clock.now().getTime()
    const passedS = (now - this.#at) / 1000
    this.#at = now
    const silent = new Set(
      this.#world.engines.flatMap(({ faults, hosts }) => (faults.unavailable ? hosts : [...faults.lost_hosts])),
    )
    const rows = await this.#kysely.selectFrom('instances').select(['id', 'host_id', 'status']).execute()
    const busy = new Set(rows.filter(({ status }) => !resting.has(status)).map(({ id }) => id))
    for (const { id, host_id: host } of rows) {
      const fallsSilent = silent.has(host) && !this.#silent.has(host)
      const more = silent.has(host) || !(busy.has(id) || this.#busy.has(id)) ? 0 : passedS
      const before = this.#allowed_s.get(id) ?? roundingS
      this.#allowed_s.set(id, before + more + (fallsSilent ? roundingS : 0))
    }
    this.#silent = silent
    this.#busy = busy
  }

  /** What holds at any time, whatever is silent. */
  async checkNow(): Promise<void> {
    await this.#checkObjects()
    await this.#checkDisks()
    await this.#checkCards()
    await this.#checkSeconds()
  }

  /** What holds once all hosts answer and the platform has looked. */
  async checkAtRest(): Promise<void> {
    const rows = await this.#kysely.selectFrom('instances').select(['id', 'host_id']).where('released_at', 'is', null).execute()
    const living = new Map(rows.map((row) => [row.id, row.host_id]))
    for (const { name, hosts, folders } of this.#world.engines)
      for (const id of (await folders()).keys()) {
        expect([name, id, living.has(id) ? 'living' : 'orphan']).toEqual([name, id, 'living'])
        expect(hosts).toContain(living.get(id))
      }
    expect(await this.#kysely.selectFrom('quarantined_objects').selectAll().execute()).toEqual([])
    expect(await this.#world.rental.audit()).toEqual([])
  }

  get #kysely() {
    return this.#world.rental.deps.database.kysely
  }

  #engineOf(host: string): WalkEngine | undefined {
    return this.#world.engines.find(({ hosts }) => hosts.includes(host))
  }

  /** No instance is on two engines, and no card is used twice. */
  async #checkObjects(): Promise<void> {
    const now = this.#world.rental.clock.now().getTime()
    const [places, users] = [new Map<string, string>(), new Map<string, string>()]
    for (const { name, folders } of this.#world.engines)
      for (const [id, { record }] of await folders()) {
        if (!record) continue
        expect(places.get(id) ?? name, `${id} is on two engines`).toBe(name)
        places.set(id, name)
        if (!isHoldingResources(advanceState(record.state, now))) continue
        for (const card of record.spec.gpu_uuids) {
          expect(users.get(card) ?? id, `${card} is used twice`).toBe(id)
          users.set(card, id)
        }
      }
  }

  /** What was written on the disks of an instance is there until it is released. */
  async #checkDisks(): Promise<void> {
    const rows = await this.#kysely
      .selectFrom('instances')
      .select(['id', 'host_id', 'status', 'desired', 'booted_generation'])
      .where('released_at', 'is', null)
      .execute()
    for (const { id, host_id: host, status, desired, booted_generation: generation } of rows) {
      const folder = (await this.#engineOf(host)!.folders()).get(id)?.path
      if (desired === 'released') continue
      for (const disk of this.#marked.get(id) ?? [])
        expect(await readFile(join(folder ?? 'no folder', disk, mark), 'utf8').catch(() => 'lost'), `${id} ${disk}`).toBe(id)
      if (status !== instanceStatusCodes.running || generation === null || !folder) continue
      const disks = ['workspace', `g${generation}`]
      this.#marked.set(id, new Set(disks))
      for (const disk of disks) {
        await access(join(folder, disk))
        await writeFile(join(folder, disk, mark), id)
      }
    }
  }

  /** Each card has one lease at most, of its holder. */
  async #checkCards(): Promise<void> {
    const { rows } = await sql`
      select g.uuid, g.instance_id, l.instance_id as leased_to from gpus g
      full join (select card, instance_id from card_leases where ended_at is null) l on l.card = g.uuid
      where g.instance_id is distinct from l.instance_id
      union all
      select card, min(instance_id), max(instance_id) from card_leases where ended_at is null group by card having count(*) > 1`.execute(
      this.#kysely,
    )
    expect(rows).toEqual([])
  }

  /** Nobody is billed for a time at which the host was silent and the platform had seen that (docs/decisions/050). */
  async #checkSeconds(): Promise<void> {
    const { rows } = await sql<{ instance_id: string; seconds: number }>`
      select instance_id, sum(seen_s)::int as seconds from segments group by 1`.execute(this.#kysely)
    for (const { instance_id: id, seconds } of rows)
      expect(seconds, `${id} is billed for unseen time`).toBeLessThanOrEqual(this.#allowed_s.get(id) ?? 0)
  }
}
