import type { HandlerInput } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import type { SavedView, views } from '#contract/views.ts'
import { type UserViewRow, viewsRepo } from '#server/domains/catalog/views/views.repo.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

type NewView = HandlerInput<typeof views.create>['body']
type ViewChanges = HandlerInput<typeof views.update>['body']

const present = ({ user_id: _, density, created_at: createdAt, ...row }: UserViewRow): SavedView => ({
  ...row,
  density: density as SavedView['density'],
  created_at: createdAt.toISOString(),
})

export async function listViews({ deps, caller }: Context, { resource, ...query }: HandlerInput<typeof views.list>['query']) {
  const asked = { order: 'asc' as const, ...query, equal: resource === undefined ? {} : { resource } }
  const { items, total } = await viewsRepo(deps.database.kysely).list(caller.user_id, asked)
  return { items: items.map(present), total }
}

export const createView = ({ deps, caller, transaction }: Context, wish: NewView) =>
  transaction(async (tx) => {
    const repo = viewsRepo(tx.db)
    const { user_id: userId } = caller
    // Serialises concurrent saves, so that they cannot exceed the limit or both become the default.
    await repo.lockOwner(userId)
    if ((await repo.count(userId, { resource: wish.resource })) >= limits.viewsMax) throw new Refusal('view_limit')
    // List names are free text, so the total per user needs its own limit.
    if ((await repo.count(userId)) >= limits.viewsAllMax)
      throw new Refusal('view_limit', { message: `每人最多保存 ${limits.viewsAllMax} 个视图，请先删除不用的` })
    if (await repo.named(userId, wish.resource, wish.name)) throw createFieldRefusal('view_name_taken', 'name')
    if (wish.is_default) await repo.clearDefault(userId, wish.resource)
    const row = { id: newId('view'), user_id: userId, ...wish, created_at: deps.clock.now() }
    await repo.insert(row)
    return present(row)
  })

export const updateView = ({ caller: { user_id: userId }, transaction }: Context, id: string, changes: ViewChanges) =>
  transaction(async (tx) => {
    const repo = viewsRepo(tx.db)
    await repo.lockOwner(userId)
    const row = await repo.lock(userId, id)
    if (!row) throw new Refusal('not_found')
    const namesake = changes.name === undefined ? undefined : await repo.named(userId, row.resource, changes.name)
    if (namesake && namesake.id !== id) throw createFieldRefusal('view_name_taken', 'name')
    if (changes.is_default) await repo.clearDefault(userId, row.resource)
    return present((Object.keys(changes).length && (await repo.update(userId, id, changes))) || row)
  })

export async function deleteView({ caller, transaction }: Context, id: string): Promise<void> {
  await transaction(async (tx) => {
    if (!(await viewsRepo(tx.db).remove(caller.user_id, id))) throw new Refusal('not_found')
  })
}
