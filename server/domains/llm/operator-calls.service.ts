import { formatFenAsYuan } from '#contract/money.ts'
import { presentCall, presentCallSums } from '#server/domains/llm/bills.presenter.ts'
import { billsRepo, type CallFilters } from '#server/domains/llm/bills.repo.ts'
import type { Context } from '#server/http/context.ts'

/** Lists the calls of all users for operators; prompts and answers are not stored. */
export async function listAllCalls({ deps }: Context, query: CallFilters & Parameters<ReturnType<typeof billsRepo>['page']>[1]) {
  const { items, total } = await billsRepo(deps.database.kysely).page(query, query)
  return {
    items: items.map((row) => ({ ...presentCall(row), owner: { id: row.user_id, nickname: row.nickname } })),
    total,
  }
}

export async function sumAllCalls({ deps }: Context, filters: CallFilters) {
  const { users, errors, posted_fen: postedFen, ...row } = await billsRepo(deps.database.kysely).sum(filters)
  return { ...presentCallSums(row), users, errors, posted: formatFenAsYuan(BigInt(postedFen)) }
}
