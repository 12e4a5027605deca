import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { markSeen, markUnseen } from '#server/domains/money/billing/billing.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { beijingText } from '#server/domains/rentals/auto-stop/schedule.policy.ts'
import { wakeGuards } from '#server/domains/rentals/auto-stop/wake.service.ts'
import { noteOnTimeline } from '#server/domains/rentals/instances/timeline.service.ts'
import { sightRepo } from '#server/domains/rentals/reconcile/engine-health.repo.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

/** A shorter time out of sight is not worth a word on the timeline. */
const worth_telling_ms = 60_000
/** Nobody has looked at the engine for so long that what it was then says nothing of now. */
const looks_lost_ms = 3 * 60_000

interface Look {
  at: Date
  /** Ids of what was seen running. */
  running: readonly string[]
  /** Ids of what should run and cannot be seen: a container that is paused, a host that does not answer. */
  unseen: readonly string[]
}

/** Writes down whose meter goes on and whose stands (docs/decisions/050). `unseen_since` is the last sight of `unseen`. */
export function noteSight(deps: Deps, look: Look, unseen_since = look.at): Promise<void> {
  return inTransaction(deps, async (tx) => {
    await markSeen(tx.db, look.running, look.at)
    await markUnseen(tx.db, look.unseen)
    const repo = sightRepo(tx.db)
    for (const row of await repo.loseSight(look.unseen, unseen_since)) await changed(tx, row)
    for (const row of await repo.regainSight(look.running)) {
      if (look.at.getTime() - row.unseen_since.getTime() >= worth_telling_ms) {
        await noteOnTimeline(tx.db, row.id, {
          at: look.at,
          actor: 'system',
          title: '主机恢复应答',
          detail: `自 ${beijingText(row.unseen_since)} 起失联，其间未计费。`,
        })
      }
      await changed(tx, row)
    }
  })
}

/** A meter that stands or goes on again changes when a spend limit is reached. */
async function changed(tx: Tx, { id, user_id }: { id: string; user_id: string }): Promise<void> {
  await wakeGuards(tx, id)
  await publishChange(tx, { user_id, resource: 'instances', id })
}

/** The engine has told all it has; says when it last had. */
export function noteList({ database, clock }: Deps): Promise<Date | null> {
  return database.transaction(async (trx) => {
    const before = await sightRepo(trx).engine()
    const now = clock.now()
    await sightRepo(trx).engineAnswered({ answered_at: now, listed_at: now })
    return before?.listed_at ?? null
  })
}

/** The engine does not answer: `ids` are what should run on it, and were last seen when it last did. */
export async function noteSilence(deps: Deps, looked_at: Date, ids: readonly string[]): Promise<void> {
  const repo = sightRepo(deps.database.kysely)
  await repo.engineSilent(looked_at)
  const { unreachable_since } = (await repo.engine()) ?? {}
  await noteSight(deps, { at: looked_at, running: [], unseen: ids }, unreachable_since ?? looked_at)
}

/** Asks the engine something, and writes down whether it answers us: one that only another server may work on tells of its hosts as well. */
export async function askEngine(deps: Deps, ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (error instanceof DriverUnavailable) await sightRepo(deps.database.kysely).engineSilent(deps.clock.now())
    throw error
  }
  const { ok } = await deps.compute.health()
  if (ok) await sightRepo(deps.database.kysely).engineAnswered({ answered_at: deps.clock.now() })
}

export interface EngineState {
  /** `unknown` when nobody has looked for a while. */
  state: 'ok' | 'unreachable' | 'unknown'
  unreachable_since: Date | null
  answered_at: Date | null
}

/** How the compute engine was found when the platform last looked at it. */
export async function engineState(db: Kysely<DB>, now: Date): Promise<EngineState> {
  const { answered_at = null, unreachable_since = null } = (await sightRepo(db).engine()) ?? {}
  if (unreachable_since) return { state: 'unreachable', unreachable_since, answered_at }
  const known = answered_at !== null && now.getTime() - answered_at.getTime() < looks_lost_ms
  return { state: known ? 'ok' : 'unknown', unreachable_since, answered_at }
}
