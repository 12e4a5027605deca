import { formatFenAsYuan } from '#contract/money.ts'
import type { RechargeStatus } from '#contract/wallet.ts'
import { checkRecharge } from '#server/domains/money/wallet/check-recharges.service.ts'
import { rechargesRepo } from '#server/domains/money/wallet/recharges.repo.ts'
import { rechargeChannelOf } from '#server/domains/money/wallet/recharges.service.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof rechargesRepo>['findAny']>>>

const present = (row: Row) => ({
  id: row.id,
  amount: formatFenAsYuan(row.amount_fen),
  channel: rechargeChannelOf(row),
  status: row.status as RechargeStatus,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  paid_at: row.paid_at?.toISOString() ?? null,
  owner: { id: row.user_id, nickname: row.nickname },
  trade_no: row.trade_no,
  provider_no: row.provider_no,
  provider_word: row.provider_word,
  checked_at: row.checked_at?.toISOString() ?? null,
})

export async function listAllRecharges({ deps }: Context, query: Parameters<ReturnType<typeof rechargesRepo>['listAll']>[0]) {
  const { items, total } = await rechargesRepo(deps.database.kysely).listAll(query)
  return { items: items.map(present), total }
}

async function getAnyRecharge({ deps }: Context, id: string): Promise<Row> {
  const row = await rechargesRepo(deps.database.kysely).findAny(id)
  if (!row) throw new Refusal('not_found')
  return row
}

/** Asks the provider now about a payment not yet paid here, even if it is closed here. */
export async function checkRechargeNow(ctx: Context, id: string) {
  const row = await getAnyRecharge(ctx, id)
  if (row.status !== 'paid') await checkRecharge(ctx.deps, row)
  return present(await getAnyRecharge(ctx, id))
}
