import type { z } from 'zod'
import { toShanghaiDay } from '#contract/day.ts'
import type { LedgerEntryDetail } from '#contract/ledger-entries.ts'
import { formatFenAsYuan, formatMicroAsYuan } from '#contract/money.ts'
import { type LedgerEntryKind, ledgerEntryKinds, type OwnLedgerEntry, walletNames } from '#contract/wallet.ts'
import {
  type WalletEntryFilters,
  type WalletEntryRow,
  walletByAccountKind,
  walletEntriesRepo,
} from '#server/domains/money/wallet/entries.repo.ts'
import type { Context } from '#server/http/context.ts'
import { type CsvExport, type ExportScope, loadChunks } from '#server/http/csv.ts'
import type { Keys } from '#server/keys.ts'
import { formatBeijingTime } from '#server/lib/calendar.ts'
import { parseOpaqueId, toOpaqueId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** Kinds whose `ref` names an object the user owns and can open; ids of other users' objects are never revealed. */
const openableKinds: readonly LedgerEntryKind[] = [
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

const present = ({ row_ids: rowIds }: Keys, row: WalletEntryRow): OwnLedgerEntry => ({
  id: toOpaqueId(rowIds, 'entry', row.id),
  kind: row.kind as LedgerEntryKind,
  title: row.title,
  amount: formatFenAsYuan(row.amount_fen),
  balance_after: formatFenAsYuan(row.balance_after_fen),
  at: row.at.toISOString(),
  wallet: walletByAccountKind[row.account]!,
  voucher: row.voucher,
  ref: openableKinds.includes(row.kind as LedgerEntryKind) ? row.ref : null,
})

const getOwnRepo = ({ deps, caller }: Context) => walletEntriesRepo(deps.database.kysely, caller.user_id)

export async function listWalletEntries(ctx: Context, query: Parameters<ReturnType<typeof walletEntriesRepo>['list']>[0]) {
  const { items, total } = await getOwnRepo(ctx).list(query)
  return { items: items.map((row) => present(ctx.deps.keys, row)), total }
}

export async function sumWalletEntries(ctx: Context, filters: WalletEntryFilters) {
  const { count, income_fen: incomeFen, spent_fen: spentFen } = await getOwnRepo(ctx).sum(filters)
  return { count: Number(count), income: formatFenAsYuan(incomeFen), spent: formatFenAsYuan(spentFen) }
}

/** Returns one row with all the user's entries of the same posting and the seconds it charged. */
export async function getWalletEntry(ctx: Context, id: string): Promise<z.input<typeof LedgerEntryDetail>> {
  const repo = getOwnRepo(ctx)
  const { keys } = ctx.deps
  const entryId = parseOpaqueId(keys.row_ids, 'entry', id)
  const row = entryId === undefined ? undefined : await repo.find(entryId)
  if (!row) throw new Refusal('not_found')
  const rows = await repo.ofTransaction(row.transaction_id)
  const charges = row.kind === 'usage' ? await repo.charges(row.transaction_id) : []
  return {
    ...present(keys, row),
    transaction_id: toOpaqueId(keys.row_ids, 'transaction', row.transaction_id),
    others: rows.filter((other) => other.id !== row.id).map((other) => present(keys, other)),
    charges: charges.map((charge) => ({
      instance_id: charge.instance_id,
      instance_name: charge.nick_name,
      segment_id: toOpaqueId(keys.row_ids, 'segment', charge.segment_id),
      started_at: charge.started_at.toISOString(),
      from_s: Number(charge.from_s),
      to_s: Number(charge.to_s),
      price_hour: formatMicroAsYuan(charge.price_micro),
      amount: formatFenAsYuan(charge.fen),
      voucher: formatFenAsYuan(charge.voucher_fen),
      at: charge.at.toISOString(),
    })),
  }
}

const csvHeaders = ['时间', '类型', '钱包', '内容', '金额（元）', '变动后余额（元）', '关联编号', '流水号']
const toCsvCells = (keys: Keys, row: WalletEntryRow): string[] => {
  const { at: _, ...entry } = present(keys, row)
  return [
    formatBeijingTime(row.at),
    ledgerEntryKinds[entry.kind],
    walletNames[entry.wallet],
    entry.title,
    entry.amount,
    entry.balance_after,
    entry.ref ?? '',
    toOpaqueId(keys.row_ids, 'transaction', row.transaction_id),
  ]
}

/** Exports all rows the filters select, newest first; rows posted during the export are not included. */
export function buildWalletEntriesExport({ deps, user_id: userId, at }: ExportScope, filters: WalletEntryFilters): CsvExport {
  const repo = walletEntriesRepo(deps.database.kysely, userId)
  return {
    file_name: `收支明细-${toShanghaiDay(at)}.csv`,
    titles: csvHeaders,
    count: (most) => repo.count(filters, most),
    chunks: () =>
      loadChunks(
        (after: bigint | undefined, limit) => repo.before(filters, after, limit),
        (row) => row.id,
        (row) => toCsvCells(deps.keys, row),
      ),
  }
}
