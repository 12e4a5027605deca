import type { z } from 'zod'
import { yuanOfFen, yuanOfMicro } from '#contract/money.ts'
import {
  type LedgerAccount,
  ledger_accounts,
  type operator_entries,
  type operator_finance,
  type operator_panel,
} from '#contract/operator/money.ts'
import type { EntryKind } from '#contract/wallet.ts'
import { smsToday } from '#server/domains/accounts/auth/sms-budget.service.ts'
import { countPending } from '#server/domains/operator/changes.service.ts'
import { booksRepo } from '#server/domains/operator/operator-ledger.repo.ts'
import { stockRepo } from '#server/domains/operator/stock.repo.ts'
import type { Context } from '#server/http/context.ts'
import { startOfPeriod } from '#server/lib/calendar.ts'
import { opaqueId } from '#server/lib/ids.ts'

export async function listEntries({ deps }: Context, query: z.output<(typeof operator_entries)['list']['query']>) {
  const since = query.period && startOfPeriod(query.period, deps.clock.now())
  const { items, total } = await booksRepo(deps.database.kysely).entries(query, since)
  return {
    items: items.map((row) => ({
      id: opaqueId(deps.keys.row_ids, 'entry', row.id),
      transaction_id: opaqueId(deps.keys.row_ids, 'transaction', row.transaction_id),
      kind: row.kind as EntryKind,
      title: row.title,
      ref: row.ref,
      amount: yuanOfFen(row.amount_fen),
      balance_after: yuanOfFen(row.balance_after_fen),
      at: row.at.toISOString(),
      account: row.account as LedgerAccount,
      owner: row.user_id ? { id: row.user_id, nickname: row.nickname ?? '' } : null,
    })),
    total,
  }
}

export async function sumEntries({ deps }: Context, query: z.output<(typeof operator_entries)['sum']['query']>) {
  const since = query.period && startOfPeriod(query.period, deps.clock.now())
  const { plus, minus } = await booksRepo(deps.database.kysely).entriesSum(query, since)
  return { plus: yuanOfFen(plus), minus: yuanOfFen(minus), net: yuanOfFen(plus + minus) }
}

const account_order = Object.keys(ledger_accounts)
const byAccount = (a: { account: string }, b: { account: string }) =>
  account_order.indexOf(a.account) - account_order.indexOf(b.account)
const used: readonly string[] = ['usage', 'order', 'refund']

/** What came in and went out in a period and what is owed now, each the sum of rows that the ledger shows. */
export async function financePanel(
  { deps }: Context,
  { period }: z.output<(typeof operator_finance)['panel']['query']>,
): Promise<z.input<(typeof operator_finance)['panel']['data']>> {
  const repo = booksRepo(deps.database.kysely)
  const now = deps.clock.now()
  const moved = await repo.movedSince(startOfPeriod(period, now))
  const standing = (await repo.standing()).sort(byAccount)
  const sum = (rows: readonly { fen: bigint }[]) => rows.reduce((total, { fen }) => total + fen, 0n)
  return {
    at: now.toISOString(),
    revenue: yuanOfFen(sum(moved.filter(({ account }) => account === 'revenue'))),
    by_voucher: yuanOfFen(-sum(moved.filter(({ account, kind }) => account === 'voucher' && used.includes(kind)))),
    moved: moved
      .filter(({ account }) => account !== 'voucher')
      .sort(byAccount)
      .map(({ account, kind, fen }) => ({
        account: account as LedgerAccount,
        kind: kind as EntryKind,
        amount: yuanOfFen(fen),
      })),
    owed: standing.map(({ account, owed }) => ({ account: account as LedgerAccount, amount: yuanOfFen(owed) })),
    owed_total: yuanOfFen(standing.reduce((total, { owed }) => total + owed, 0n)),
    receivable: yuanOfFen(standing.reduce((total, { receivable }) => total + receivable, 0n)),
    debtors: standing.reduce((total, { debtors }) => total + debtors, 0),
  }
}

export async function listGpus({ deps }: Context, query: Parameters<ReturnType<typeof stockRepo>['gpus']>[0]) {
  const { items, total } = await stockRepo(deps.database.kysely).gpus(query)
  return { items: items.map(({ uuid, model, ...row }) => ({ ...row, id: uuid, gpu_model: model })), total }
}

type Stock = z.input<(typeof operator_panel)['stock']['data']>

/** What there is to rent, and what of it is rented: counts of the rows that the lists behind them show. */
export async function stockPanel(ctx: Context): Promise<Stock> {
  const repo = stockRepo(ctx.deps.database.kysely)
  const gpus = new Map<string, Stock['gpus'][number]>()
  for (const { region_id, region_name, model, state, n } of await repo.gpuCounts()) {
    const key = `${region_id} ${model}`
    const row = gpus.get(key) ?? { region_id, region_name, gpu_model: model, total: 0, rented: 0, free: 0, closed: 0 }
    gpus.set(key, { ...row, total: row.total + Number(n), [state]: Number(n) })
  }
  const instances = await repo.instanceCounts()
  return {
    gpus: [...gpus.values()],
    instances: instances.map(({ status, n }) => ({ status, count: Number(n) })),
    pending_changes: await countPending(ctx),
    pending_hosts: await repo.pendingHosts(),
    sms_codes: await smsToday(ctx.deps.database.kysely, ctx.deps),
  }
}

/** Revenue, liabilities and burn, each the sum of rows that the ledger and the users list show. */
export async function moneyPanel({ deps }: Context): Promise<z.input<(typeof operator_panel)['money']['data']>> {
  const repo = booksRepo(deps.database.kysely)
  const now = deps.clock.now()
  const { liabilities, arrears } = await repo.balances()
  return {
    at: now.toISOString(),
    burn_hour: yuanOfMicro(await repo.burn()),
    revenue_today: yuanOfFen(await repo.revenueSince(startOfPeriod('today', now))),
    revenue_week: yuanOfFen(await repo.revenueSince(startOfPeriod('week', now))),
    liabilities: yuanOfFen(liabilities),
    arrears: yuanOfFen(arrears),
  }
}
