import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { markMetersSeen, markMetersUnseen } from '#server/domains/money/billing/billing.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { formatBeijingMinute } from '#server/domains/rentals/auto-stop/schedule.policy.ts'
import { wakeGuards } from '#server/domains/rentals/auto-stop/wake.service.ts'
import { recordTimelineEvent } from '#server/domains/rentals/instances/timeline.service.ts'
import { engineHealthRepo } from '#server/domains/rentals/reconcile/engine-health.repo.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

/** A shorter time out of sight is not worth a word on the timeline. */
const minRecordedGapMs = 60_000
/** Nobody has looked at the engine for so long that what it was then says nothing of now. */
const staleAfterMs = 3 * 60_000

interface EngineObservation {
  at: Date
  /** Ids of what was seen running. */
  running: readonly string[]
  /** Ids of what should run and cannot be seen: a container that is paused, a host that does not answer. */
  unseen: readonly string[]
}

/** Writes down whose meter goes on and whose stands (docs/decisions/050). `unseen_since` is the last sight of `unseen`. */
export function recordInstanceSight(deps: Deps, look: EngineObservation, unseenSince = look.at): Promise<void> {
  return inTransaction(deps, async (tx) => {
    await markMetersSeen(tx.db, look.running, look.at)
    await markMetersUnseen(tx.db, look.unseen)
    const repo = engineHealthRepo(tx.db)
    for (const row of await repo.loseSight(look.unseen, unseenSince)) await publishMeterChange(tx, row)
    for (const row of await repo.regainSight(look.running)) {
      if (look.at.getTime() - row.unseen_since.getTime() >= minRecordedGapMs) {
        await recordTimelineEvent(tx.db, row.id, {
          at: look.at,
          actor: 'system',
          title: '主机恢复应答',
          detail: `自 ${formatBeijingMinute(row.unseen_since)} 起失联，其间未计费。`,
        })
      }
      await publishMeterChange(tx, row)
    }
  })
}

/** A meter that stands or goes on again changes when a spend limit is reached. */
async function publishMeterChange(tx: Tx, { id, user_id: userId }: { id: string; user_id: string }): Promise<void> {
  await wakeGuards(tx, id)
  await publishChange(tx, { user_id: userId, resource: 'instances', id })
}

/** The engine has told all it has; says when it last had. */
export function recordEngineList({ database, clock }: Deps): Promise<Date | null> {
  return database.transaction(async (trx) => {
    const before = await engineHealthRepo(trx).engine()
    const now = clock.now()
    await engineHealthRepo(trx).engineAnswered({ answered_at: now, listed_at: now })
    return before?.listed_at ?? null
  })
}

/** The engine does not answer: `ids` are what should run on it, and were last seen when it last did. */
export async function recordEngineSilence(deps: Deps, lookedAt: Date, ids: readonly string[]): Promise<void> {
  const repo = engineHealthRepo(deps.database.kysely)
  await repo.engineSilent(lookedAt)
  const { unreachable_since: unreachableSince } = (await repo.engine()) ?? {}
  await recordInstanceSight(deps, { at: lookedAt, running: [], unseen: ids }, unreachableSince ?? lookedAt)
}

/** Asks the engine something, and writes down whether it answers us: one that only another server may work on tells of its hosts as well. */
export async function runEngineCall(deps: Deps, ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (error instanceof DriverUnavailable) await engineHealthRepo(deps.database.kysely).engineSilent(deps.clock.now())
    throw error
  }
  const { ok } = await deps.compute.health()
  if (ok) await engineHealthRepo(deps.database.kysely).engineAnswered({ answered_at: deps.clock.now() })
}

export interface EngineState {
  /** `unknown` when nobody has looked for a while. */
  state: 'ok' | 'unreachable' | 'unknown'
  unreachable_since: Date | null
  answered_at: Date | null
}

/** How the compute engine was found when the platform last looked at it. */
export async function getEngineState(db: Kysely<DB>, now: Date): Promise<EngineState> {
  const { answered_at: answeredAt = null, unreachable_since: unreachableSince = null } =
    (await engineHealthRepo(db).engine()) ?? {}
  if (unreachableSince) return { state: 'unreachable', unreachable_since: unreachableSince, answered_at: answeredAt }
  const known = answeredAt !== null && now.getTime() - answeredAt.getTime() < staleAfterMs
  return { state: known ? 'ok' : 'unknown', unreachable_since: unreachableSince, answered_at: answeredAt }
}
