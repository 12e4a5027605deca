import type { Received } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import type { View, views } from '#contract/views.ts'
import { type ViewRow, viewsRepo } from '#server/domains/catalog/views/views.repo.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'

type NewView = Received<typeof views.create>['body']
type ViewChanges = Received<typeof views.update>['body']

const present = ({ user_id: _, density, created_at, ...row }: ViewRow): View => ({
  ...row,
  density: density as View['density'],
  created_at: created_at.toISOString(),
})

export async function listViews({ deps, caller }: Context, { resource, ...query }: Received<typeof views.list>['query']) {
  const asked = { order: 'asc' as const, ...query, equal: resource === undefined ? {} : { resource } }
  const { items, total } = await viewsRepo(deps.database.kysely).list(caller.user_id, asked)
  return { items: items.map(present), total }
}

export const createView = ({ deps, caller, transaction }: Context, wish: NewView) =>
  transaction(async (tx) => {
    const repo = viewsRepo(tx.db)
    const { user_id } = caller
    // Two at once must be neither the last one nor the default one twice.
    await repo.lockOwner(user_id)
    if ((await repo.count(user_id, { resource: wish.resource })) >= limits.views_max) throw new Refusal('view_limit')
    // A list may have any name: without this, there would be no end to them.
    if ((await repo.count(user_id)) >= limits.views_all_max)
      throw new Refusal('view_limit', { message: `每人最多保存 ${limits.views_all_max} 个视图，请先删除不用的` })
    if (await repo.named(user_id, wish.resource, wish.name)) throw refuseField('view_name_taken', 'name')
    if (wish.is_default) await repo.clearDefault(user_id, wish.resource)
    const row = { id: newId('view'), user_id, ...wish, created_at: deps.clock.now() }
    await repo.insert(row)
    return present(row)
  })

export const updateView = ({ caller: { user_id }, transaction }: Context, id: string, changes: ViewChanges) =>
  transaction(async (tx) => {
    const repo = viewsRepo(tx.db)
    await repo.lockOwner(user_id)
    const row = await repo.lock(user_id, id)
    if (!row) throw new Refusal('not_found')
    const namesake = changes.name === undefined ? undefined : await repo.named(user_id, row.resource, changes.name)
    if (namesake && namesake.id !== id) throw refuseField('view_name_taken', 'name')
    if (changes.is_default) await repo.clearDefault(user_id, row.resource)
    return present((Object.keys(changes).length && (await repo.update(user_id, id, changes))) || row)
  })

export async function removeView({ caller, transaction }: Context, id: string): Promise<void> {
  await transaction(async (tx) => {
    if (!(await viewsRepo(tx.db).remove(caller.user_id, id))) throw new Refusal('not_found')
  })
}
