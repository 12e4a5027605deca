import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { markMetersSeen, markMetersUnseen } from '#server/domains/money/billing/billing.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { formatBeijingMinute } from '#server/domains/rentals/auto-stop/schedule.policy.ts'
import { wakeGuards } from '#server/domains/rentals/auto-stop/wake.service.ts'
import { recordTimelineEvents } from '#server/domains/rentals/instances/timeline.service.ts'
import { engineHealthRepo, type UnseenInstance } from '#server/domains/rentals/reconcile/engine-health.repo.ts'
import type { HostListing } from '#server/ports/compute.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

/** Shorter gaps are not recorded on the timeline. */
const minRecordedGapMs = 60_000
const sightsAtOnce = 1_000
/** After this long without a check, the last known engine state no longer counts. */
const staleAfterMs = 3 * 60_000

interface EngineObservation {
  at: Date
  /** Ids of instances observed running. */
  running: readonly string[]
  /** Instances that should run but cannot be observed: a paused container, an unreachable host. */
  unseen: readonly UnseenInstance[]
}

/** Records which meters continue and which pause (docs/decisions/050); of many instances some at a time, as it holds their meters. */
export async function recordInstanceSight(deps: Deps, { at, running, unseen }: EngineObservation): Promise<void> {
  for (let from = 0; from < Math.max(running.length, unseen.length); from += sightsAtOnce) {
    const some = <T>(all: readonly T[]) => all.slice(from, from + sightsAtOnce)
    await inTransaction(deps, (tx) => recordSight(tx, { at, running: some(running), unseen: some(unseen) }))
  }
}

async function recordSight(tx: Tx, { at, running, unseen }: EngineObservation): Promise<void> {
  await markMetersSeen(tx.db, running, at)
  await markMetersUnseen(
    tx.db,
    unseen.map(({ id }) => id),
  )
  const repo = engineHealthRepo(tx.db)
  const lost = await repo.loseSight(unseen)
  const back = await repo.regainSight(running)
  await recordTimelineEvents(
    tx.db,
    back
      .filter((row) => at.getTime() - row.unseen_since.getTime() >= minRecordedGapMs)
      .map((row) => ({
        instance_id: row.id,
        at,
        actor: 'system',
        title: '主机恢复应答',
        detail: `自 ${formatBeijingMinute(row.unseen_since)} 起失联，其间未计费。`,
      })),
  )
  const changed = [...lost, ...back]
  // A paused or resumed meter changes when a spend limit is reached.
  await wakeGuards(tx, ...changed.map(({ id }) => id))
  for (const { id, user_id: userId } of changed) await publishChange(tx, { user_id: userId, resource: 'instances', id })
}

/** When a host last told all it had before this time, and since when it is silent. */
export type HostLooks = ReadonlyMap<string, { listed_before: Date | null; silent_since: Date | null }>

/** Records what the hosts told, each for itself. */
export async function recordHostLooks({ database, clock }: Deps, listings: readonly HostListing[]): Promise<HostLooks> {
  const hostsThat = (complete: boolean) => listings.filter((one) => one.complete === complete).map(({ host }) => host)
  const looks = await database.transaction(async (trx) => {
    const repo = engineHealthRepo(trx)
    const now = clock.now()
    await repo.recordEngineAnswer({ answered_at: now, listed_at: now })
    return repo.recordHostLooks(hostsThat(true), hostsThat(false), now)
  })
  return new Map(looks.map(({ host, ...look }) => [host, look]))
}

/** Records that one host does not answer: `ids` should run on it and were last seen when it last told all it had. */
export async function recordHostSilence(deps: Deps, host: string, ids: readonly string[]): Promise<void> {
  const now = deps.clock.now()
  const [look] = await engineHealthRepo(deps.database.kysely).recordHostLooks([], [host], now)
  const since = look?.silent_since ?? now
  await recordInstanceSight(deps, { at: now, running: [], unseen: ids.map((id) => ({ id, since })) })
}

/** Records that the engine does not answer: `ids` should run on it and were last seen at its last answer. */
export async function recordEngineSilence(deps: Deps, lookedAt: Date, ids: readonly string[]): Promise<void> {
  const repo = engineHealthRepo(deps.database.kysely)
  await repo.recordEngineSilence(lookedAt)
  const { unreachable_since: unreachableSince } = (await repo.engine()) ?? {}
  const since = unreachableSince ?? lookedAt
  await recordInstanceSight(deps, { at: lookedAt, running: [], unseen: ids.map((id) => ({ id, since })) })
}

/**
 * Calls the engine and records whether it answers this server. Hosts can be listed even while another server holds the engine
 * lease, so the health check decides.
 */
export async function runEngineCall(deps: Deps, ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (error instanceof DriverUnavailable) await engineHealthRepo(deps.database.kysely).recordEngineSilence(deps.clock.now())
    throw error
  }
  const { ok } = await deps.compute.health()
  if (ok) await engineHealthRepo(deps.database.kysely).recordEngineAnswer({ answered_at: deps.clock.now() })
}

export interface EngineLook {
  /** `unknown` if the engine was not checked for a while. */
  state: 'ok' | 'unreachable' | 'unknown'
  unreachable_since: Date | null
  answered_at: Date | null
  /** When it last told all it has. */
  listed_at: Date | null
}

/** Returns the engine state from the platform's last check. */
export async function getEngineState(db: Kysely<DB>, now: Date): Promise<EngineLook> {
  const {
    answered_at: answeredAt = null,
    unreachable_since: unreachableSince = null,
    listed_at: listedAt = null,
  } = (await engineHealthRepo(db).engine()) ?? {}
  const looked = { unreachable_since: unreachableSince, answered_at: answeredAt, listed_at: listedAt }
  if (unreachableSince) return { ...looked, state: 'unreachable' }
  const known = answeredAt !== null && now.getTime() - answeredAt.getTime() < staleAfterMs
  return { ...looked, state: known ? 'ok' : 'unknown' }
}
