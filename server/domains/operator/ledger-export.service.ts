import type { z } from 'zod'
import { toShanghaiDay } from '#contract/day.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import { type LedgerAccount, ledgerAccounts, type operatorEntries } from '#contract/operator/money.ts'
import { type LedgerEntryKind, ledgerEntryKinds } from '#contract/wallet.ts'
import { resolveEntryFilter } from '#server/domains/operator/money.service.ts'
import { type OperatorEntryRow, operatorLedgerRepo } from '#server/domains/operator/operator-ledger.repo.ts'
import { type CsvExport, type ExportScope, loadChunks } from '#server/http/csv.ts'
import type { Keys } from '#server/keys.ts'
import { formatBeijingTime } from '#server/lib/calendar.ts'
import { toOpaqueId } from '#server/lib/ids.ts'

const csvTitles = ['时间', '摘要', '类型', '账户', '用户', '用户编号', '金额（元）', '余额（元）', '依据', '流水号']

const toCsvCells = ({ row_ids: rowIds }: Keys, row: OperatorEntryRow): string[] => [
  formatBeijingTime(row.at),
  row.title,
  ledgerEntryKinds[row.kind as LedgerEntryKind],
  ledgerAccounts[row.account as LedgerAccount],
  row.nickname ?? '',
  row.user_id ?? '',
  formatFenAsYuan(row.amount_fen),
  formatFenAsYuan(row.balance_after_fen),
  row.ref ?? '',
  toOpaqueId(rowIds, 'transaction', row.transaction_id),
]

/** Exports the ledger entries of all accounts that the filters select, newest first. */
export function buildLedgerExport(
  { deps, at }: ExportScope,
  query: z.output<(typeof operatorEntries)['export']['query']>,
): CsvExport {
  const repo = operatorLedgerRepo(deps.database.kysely)
  const filter = { ...query, ...resolveEntryFilter(at, query) }
  return {
    file_name: `总账-${toShanghaiDay(at)}.csv`,
    titles: csvTitles,
    count: (most) => repo.count(filter, most),
    chunks: () =>
      loadChunks(
        (after: bigint | undefined, limit) => repo.before(filter, after, limit),
        (row) => row.id,
        (row) => toCsvCells(deps.keys, row),
      ),
  }
}
