import type { Kysely } from 'kysely'
import { forceStopReasons } from '#contract/operator/instances.ts'
import type { DB } from '#server/db/types.ts'
import { peopleRepo } from '#server/domains/operator/people.repo.ts'
import {
  forceStopInstance,
  listAnyInstanceEvents,
  presentAnyInstances,
} from '#server/domains/rentals/instances/operator-instances.service.ts'
import type { Context } from '#server/http/context.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof peopleRepo>['instance']>>>

/** Presents instance rows with owner and host added to the owner's view. Skips instances released meanwhile. */
async function presentRows(db: Kysely<DB>, rows: readonly Row[], now: Date) {
  const instances = await presentAnyInstances(
    db,
    rows.map(({ id }) => id),
    now,
  )
  return rows.flatMap(({ id, host_id: hostId, user_id: userId, nickname, phone }) => {
    const instance = instances.get(id)
    return instance ? [{ ...instance, host_id: hostId, owner: { id: userId, nickname, phone: maskPhone(phone) } }] : []
  })
}

export async function listOperatorInstances({ deps }: Context, query: Parameters<ReturnType<typeof peopleRepo>['instances']>[0]) {
  const db = deps.database.kysely
  const { items, total } = await peopleRepo(db).instances(query)
  return { items: await presentRows(db, items, deps.clock.now()), total }
}

async function loadInstance(db: Kysely<DB>, id: string, now: Date) {
  const row = await peopleRepo(db).instance(id)
  const [found] = row ? await presentRows(db, [row], now) : []
  if (!found) throw new Refusal('not_found')
  return found
}

export const getOperatorInstance = ({ deps }: Context, id: string) => loadInstance(deps.database.kysely, id, deps.clock.now())

export async function listOperatorInstanceEvents(
  ctx: Context,
  id: string,
  query: { page: number; page_size: number; order?: 'asc' | 'desc' },
) {
  await getOperatorInstance(ctx, id)
  return listAnyInstanceEvents(ctx.deps, id, query)
}

export const stopInstanceAsOperator = (
  ctx: Context,
  id: string,
  { cause, reason }: { cause: keyof typeof forceStopReasons; reason: string },
) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const why = `${forceStopReasons[cause]}：${reason}`
    await forceStopInstance(tx, { id, operator_id: caller.user_id, reason: cause, why })
    ctx.audit({ before: { desired: 'running' }, after: { desired: 'stopped', cause, reason } })
    return loadInstance(tx.db, id, deps.clock.now())
  })
