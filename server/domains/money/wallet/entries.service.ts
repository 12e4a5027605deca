import type { z } from 'zod'
import { dayOf } from '#contract/day.ts'
import type { EntryDetail } from '#contract/ledger-entries.ts'
import { yuanOfFen, yuanOfMicro } from '#contract/money.ts'
import { type EntryKind, entry_kinds, type OwnEntry, wallet_words } from '#contract/wallet.ts'
import { type EntryFilters, type EntryRow, entriesRepo, wallet_of_account } from '#server/domains/money/wallet/entries.repo.ts'
import type { Context } from '#server/http/context.ts'
import { chunksOf, csvDownload } from '#server/http/csv.ts'
import type { Download } from '#server/http/download.ts'
import type { Keys } from '#server/keys.ts'
import { formatBeijingTime } from '#server/lib/calendar.ts'
import { opaqueId, rowOf } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** Kinds whose `ref` is something of the user's own that can be opened; another's id is never told. */
const opens: readonly EntryKind[] = [
  'recharge',
  'order',
  'refund',
  'usage',
  'late_fee',
  'withdraw_hold',
  'withdraw_return',
  'withdraw',
  'llm_usage',
  'creator_income',
]

const present = ({ row_ids }: Keys, row: EntryRow): OwnEntry => ({
  id: opaqueId(row_ids, 'entry', row.id),
  kind: row.kind as EntryKind,
  title: row.title,
  amount: yuanOfFen(row.amount_fen),
  balance_after: yuanOfFen(row.balance_after_fen),
  at: row.at.toISOString(),
  wallet: wallet_of_account[row.account]!,
  ref: opens.includes(row.kind as EntryKind) ? row.ref : null,
})

const own = ({ deps, caller }: Context) => entriesRepo(deps.database.kysely, caller.user_id)

export async function listWalletEntries(ctx: Context, query: Parameters<ReturnType<typeof entriesRepo>['list']>[0]) {
  const { items, total } = await own(ctx).list(query)
  return { items: items.map((row) => present(ctx.deps.keys, row)), total }
}

export async function sumEntries(ctx: Context, filters: EntryFilters) {
  const { count, income_fen, spent_fen } = await own(ctx).sum(filters)
  return { count: Number(count), income: yuanOfFen(income_fen), spent: yuanOfFen(spent_fen) }
}

/** One row with all that the same posting moved of the user's, and the seconds it charged. */
export async function getEntry(ctx: Context, id: string): Promise<z.input<typeof EntryDetail>> {
  const repo = own(ctx)
  const { keys } = ctx.deps
  const entry_id = rowOf(keys.row_ids, 'entry', id)
  const row = entry_id === undefined ? undefined : await repo.find(entry_id)
  if (!row) throw new Refusal('not_found')
  const rows = await repo.ofTransaction(row.transaction_id)
  const charges = row.kind === 'usage' ? await repo.charges(row.transaction_id) : []
  return {
    ...present(keys, row),
    transaction_id: opaqueId(keys.row_ids, 'transaction', row.transaction_id),
    others: rows.filter((other) => other.id !== row.id).map((other) => present(keys, other)),
    charges: charges.map((charge) => ({
      instance_id: charge.instance_id,
      instance_name: charge.nick_name,
      segment_id: opaqueId(keys.row_ids, 'segment', charge.segment_id),
      started_at: charge.started_at.toISOString(),
      from_s: Number(charge.from_s),
      to_s: Number(charge.to_s),
      price_hour: yuanOfMicro(charge.price_micro),
      amount: yuanOfFen(charge.fen),
      voucher: yuanOfFen(charge.voucher_fen),
      at: charge.at.toISOString(),
    })),
  }
}

const titles = ['时间', '类型', '钱包', '内容', '金额（元）', '变动后余额（元）', '关联编号', '流水号']
const cellsOf = (keys: Keys, row: EntryRow): string[] => {
  const { at: _, ...entry } = present(keys, row)
  return [
    formatBeijingTime(row.at),
    entry_kinds[entry.kind],
    wallet_words[entry.wallet],
    entry.title,
    entry.amount,
    entry.balance_after,
    entry.ref ?? '',
    opaqueId(keys.row_ids, 'transaction', row.transaction_id),
  ]
}

/** Every row the filters select, newest first; what is posted while it is read is not in it. */
export async function exportEntries(ctx: Context, filters: EntryFilters): Promise<Download> {
  const repo = own(ctx)
  async function* lines() {
    const chunks = chunksOf(
      (after: bigint | undefined, limit) => repo.before(filters, after, limit),
      (row) => row.id,
    )
    for await (const rows of chunks) yield rows.map((row) => cellsOf(ctx.deps.keys, row))
  }
  return csvDownload(`收支明细-${dayOf(ctx.deps.clock.now())}.csv`, titles, lines())
}
