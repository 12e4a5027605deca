import type { z } from 'zod'
import { hasOperatorAccess } from '#contract/access.ts'
import { type operatorSearch, type SearchKind, searchKinds } from '#contract/operator/search.ts'
import { searchRepo } from '#server/domains/operator/search.repo.ts'
import type { Context } from '#server/http/context.ts'
import { maskPhone } from '#server/lib/mask.ts'

/** Searches the kinds that the caller may read. The text may be somebody's phone: it is written nowhere. */
export async function searchBackOffice(
  { deps, caller }: Context,
  { q }: z.output<(typeof operatorSearch)['find']['query']>,
): Promise<z.input<(typeof operatorSearch)['find']['data']>> {
  const kinds = (Object.keys(searchKinds) as SearchKind[]).filter((kind) => hasOperatorAccess(caller.role, searchKinds[kind]))
  const found = await searchRepo(deps.database.kysely).find(kinds, q)
  return found.map((row) => (row.kind === 'operator-users' && row.detail !== q ? { ...row, detail: maskPhone(row.detail) } : row))
}
