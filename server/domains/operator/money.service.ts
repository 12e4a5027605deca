import type { z } from 'zod'
import { addDays, toDayStart } from '#contract/day.ts'
import { formatFenAsYuan, formatMicroAsYuan } from '#contract/money.ts'
import {
  type LedgerAccount,
  ledgerAccounts,
  type operatorEntries,
  type operatorFinance,
  type operatorPanel,
  rentalEntryKinds,
} from '#contract/operator/money.ts'
import type { LedgerEntryKind } from '#contract/wallet.ts'
import { getSmsDayUsage } from '#server/domains/accounts/auth/sms-budget.service.ts'
import { operatorLedgerRepo } from '#server/domains/operator/operator-ledger.repo.ts'
import { stockRepo } from '#server/domains/operator/stock.repo.ts'
import type { Context } from '#server/http/context.ts'
import { startOfPeriod } from '#server/lib/calendar.ts'
import { toOpaqueId } from '#server/lib/ids.ts'

type EntryQuery = z.output<(typeof operatorEntries)['sum']['query']>

/** The kinds that a query means, and the moments between which its entries lie: a period up to now, days, or both. */
export function resolveEntryFilter(now: Date, { kind, period, from, to }: EntryQuery) {
  const starts = [...(period ? [startOfPeriod(period, now)] : []), ...(from ? [toDayStart(from)] : [])]
  return {
    kinds: kind && (kind === 'rental' ? rentalEntryKinds : [kind]),
    since: starts.sort((a, b) => b.getTime() - a.getTime())[0],
    before: to ? toDayStart(addDays(to, 1)) : undefined,
  }
}

export async function listLedgerEntries(ctx: Context, query: z.output<(typeof operatorEntries)['list']['query']>) {
  const { deps } = ctx
  const { items, total } = await operatorLedgerRepo(deps.database.kysely).entries({
    ...query,
    ...resolveEntryFilter(ctx.deps.clock.now(), query),
  })
  return {
    items: items.map((row) => ({
      id: toOpaqueId(deps.keys.row_ids, 'entry', row.id),
      transaction_id: toOpaqueId(deps.keys.row_ids, 'transaction', row.transaction_id),
      kind: row.kind as LedgerEntryKind,
      title: row.title,
      ref: row.ref,
      amount: formatFenAsYuan(row.amount_fen),
      balance_after: formatFenAsYuan(row.balance_after_fen),
      at: row.at.toISOString(),
      account: row.account as LedgerAccount,
      owner: row.user_id ? { id: row.user_id, nickname: row.nickname ?? '' } : null,
    })),
    total,
  }
}

export async function sumLedgerEntries(ctx: Context, query: z.output<(typeof operatorEntries)['sum']['query']>) {
  const repo = operatorLedgerRepo(ctx.deps.database.kysely)
  const { plus, minus } = await repo.entriesSum({ ...query, ...resolveEntryFilter(ctx.deps.clock.now(), query) })
  return { plus: formatFenAsYuan(plus), minus: formatFenAsYuan(minus), net: formatFenAsYuan(plus + minus) }
}

const accountOrder = Object.keys(ledgerAccounts)
const compareAccounts = (a: { account: string }, b: { account: string }) =>
  accountOrder.indexOf(a.account) - accountOrder.indexOf(b.account)

/** Returns the period's income and expenses and the current liabilities, each the sum of rows the ledger shows. */
export async function getFinancePanel(
  { deps }: Context,
  { period }: z.output<(typeof operatorFinance)['panel']['query']>,
): Promise<z.input<(typeof operatorFinance)['panel']['data']>> {
  const repo = operatorLedgerRepo(deps.database.kysely)
  const now = deps.clock.now()
  const moved = await repo.movedSince(startOfPeriod(period, now))
  const standing = (await repo.standing()).sort(compareAccounts)
  const sum = (rows: readonly { fen: bigint }[]) => rows.reduce((total, { fen }) => total + fen, 0n)
  return {
    at: now.toISOString(),
    revenue: formatFenAsYuan(sum(moved.filter(({ account }) => account === 'revenue'))),
    by_voucher: formatFenAsYuan(
      -sum(moved.filter(({ account, kind }) => account === 'voucher' && rentalEntryKinds.includes(kind as LedgerEntryKind))),
    ),
    moved: moved
      .filter(({ account }) => account !== 'voucher')
      .sort(compareAccounts)
      .map(({ account, kind, fen }) => ({
        account: account as LedgerAccount,
        kind: kind as LedgerEntryKind,
        amount: formatFenAsYuan(fen),
      })),
    owed: standing.map(({ account, owed }) => ({ account: account as LedgerAccount, amount: formatFenAsYuan(owed) })),
    owed_total: formatFenAsYuan(standing.reduce((total, { owed }) => total + owed, 0n)),
    receivable: formatFenAsYuan(standing.reduce((total, { receivable }) => total + receivable, 0n)),
    debtors: standing.reduce((total, { debtors }) => total + debtors, 0),
  }
}

type Stock = z.input<(typeof operatorPanel)['stock']['data']>

/** Returns the stock and how much of it is rented, each the count of rows the linked list shows. */
export async function getStockPanel(ctx: Context): Promise<Stock> {
  const repo = stockRepo(ctx.deps.database.kysely)
  const gpus = new Map<string, Stock['gpus'][number]>()
  for (const { region_id: regionId, region_name: regionName, model, state, n } of await repo.gpuCounts()) {
    const key = `${regionId} ${model}`
    const row = gpus.get(key) ?? {
      region_id: regionId,
      region_name: regionName,
      gpu_model: model,
      total: 0,
      rented: 0,
      free: 0,
      closed: 0,
    }
    gpus.set(key, { ...row, total: row.total + Number(n), [state]: Number(n) })
  }
  const instances = await repo.instanceCounts()
  return {
    gpus: [...gpus.values()],
    instances: instances.map(({ status, n }) => ({ status, count: Number(n) })),
    sms_codes: await getSmsDayUsage(ctx.deps.database.kysely, ctx.deps),
  }
}

/** Returns revenue, liabilities and burn, each the sum of rows that the ledger and the users list show. */
export async function getMoneyPanel({ deps }: Context): Promise<z.input<(typeof operatorPanel)['money']['data']>> {
  const repo = operatorLedgerRepo(deps.database.kysely)
  const now = deps.clock.now()
  const { liabilities, arrears } = await repo.balances()
  return {
    at: now.toISOString(),
    burn_hour: formatMicroAsYuan(await repo.burn()),
    revenue_today: formatFenAsYuan(await repo.revenueSince(startOfPeriod('today', now))),
    revenue_week: formatFenAsYuan(await repo.revenueSince(startOfPeriod('week', now))),
    liabilities: formatFenAsYuan(liabilities),
    arrears: formatFenAsYuan(arrears),
  }
}
