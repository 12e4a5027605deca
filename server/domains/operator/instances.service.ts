import type { Kysely } from 'kysely'
import { force_stop_reasons } from '#contract/operator/instances.ts'
import type { DB } from '#server/db/types.ts'
import { peopleRepo } from '#server/domains/operator/people.repo.ts'
import { eventsOfAny, forceStop, presentAny } from '#server/domains/rentals/instances/operator-instances.service.ts'
import type { Context } from '#server/http/context.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof peopleRepo>['instance']>>>

/** Rows with owner and host beside what the owner sees. One that was released meanwhile is left out. */
async function present(db: Kysely<DB>, rows: readonly Row[], now: Date) {
  const instances = await presentAny(
    db,
    rows.map(({ id }) => id),
    now,
  )
  return rows.flatMap(({ id, host_id, user_id, nickname, phone }) => {
    const instance = instances.get(id)
    return instance ? [{ ...instance, host_id, owner: { id: user_id, nickname, phone: maskPhone(phone) } }] : []
  })
}

export async function listInstances({ deps }: Context, query: Parameters<ReturnType<typeof peopleRepo>['instances']>[0]) {
  const db = deps.database.kysely
  const { items, total } = await peopleRepo(db).instances(query)
  return { items: await present(db, items, deps.clock.now()), total }
}

async function show(db: Kysely<DB>, id: string, now: Date) {
  const row = await peopleRepo(db).instance(id)
  const [found] = row ? await present(db, [row], now) : []
  if (!found) throw new Refusal('not_found')
  return found
}

export const getInstance = ({ deps }: Context, id: string) => show(deps.database.kysely, id, deps.clock.now())

export async function listEvents(ctx: Context, id: string, query: { page: number; page_size: number; order?: 'asc' | 'desc' }) {
  await getInstance(ctx, id)
  return eventsOfAny(ctx.deps, id, query)
}

export const stopInstance = (
  ctx: Context,
  id: string,
  { cause, reason }: { cause: keyof typeof force_stop_reasons; reason: string },
) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const why = `${force_stop_reasons[cause]}：${reason}`
    await forceStop(tx, { id, operator_id: caller.user_id, reason: cause, why })
    ctx.audit({ before: { desired: 'running' }, after: { desired: 'stopped', cause, reason } })
    return show(tx.db, id, deps.clock.now())
  })
