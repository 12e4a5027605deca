import type { z } from 'zod'
import type { Original, OriginalForm, OriginalState } from '#contract/originals.ts'
import { type OriginalRow, originalsRepo } from '#server/domains/content/originals/originals.repo.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

export const presentOriginal = (row: OriginalRow): z.input<typeof Original> => ({
  id: row.id,
  kind: row.kind,
  entry: { id: row.entry_id, name: row.entry_name },
  statement: row.statement,
  links: row.links as string[],
  state: row.state as OriginalState,
  reason: row.reason,
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
})

export async function listOriginals({ deps, caller }: Context, query: Parameters<ReturnType<typeof originalsRepo>['list']>[1]) {
  const { items, total } = await originalsRepo(deps.database.kysely).list(caller.user_id, query)
  return { items: items.map(presentOriginal), total }
}

export const listOriginalCandidates = ({ deps, caller }: Context) =>
  originalsRepo(deps.database.kysely).candidates(caller.user_id)

/** Applies for the badge for the user's own public entry; one open application per entry, none if it already has the badge. */
export const applyForOriginal = ({ deps, caller, transaction }: Context, form: z.output<typeof OriginalForm>) =>
  transaction(async (tx) => {
    const repo = originalsRepo(tx.db)
    const { kind, entry_id: entryId, statement, links } = form
    const entry = await repo.lockEntry(kind, caller.user_id, entryId)
    if (!entry) throw createFieldRefusal('not_found', 'entry_id')
    if (entry.original_at) throw createFieldRefusal('original_done', 'entry_id')
    if (entry.open) throw createFieldRefusal('original_open', 'entry_id')
    if (!entry.public) throw createFieldRefusal('original_unpublished', 'entry_id')
    const id = newId('original')
    await repo.insert({
      id,
      user_id: caller.user_id,
      ...(kind === 'image' ? { community_image_id: entryId } : { data_set_id: entryId }),
      statement,
      links: JSON.stringify(links),
      state: 'pending',
      created_at: deps.clock.now(),
    })
    return presentOriginal((await repo.find(id))!)
  })

export const withdrawOriginal = ({ deps, caller, transaction }: Context, id: string) =>
  transaction(async (tx) => {
    const repo = originalsRepo(tx.db)
    const row = await repo.lock(id)
    if (row?.user_id !== caller.user_id) throw new Refusal('not_found')
    if (row.state !== 'pending') throw new Refusal('original_closed')
    await repo.close(id, { state: 'withdrawn', decided_at: deps.clock.now() })
    return presentOriginal((await repo.find(id))!)
  })
