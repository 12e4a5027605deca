import { ledgerEntries } from '#contract/ledger-entries.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import { operatorRecharges } from '#contract/operator/recharges.ts'
import { sandbox } from '#contract/platform.ts'
import { type RechargeStatus, wallet } from '#contract/wallet.ts'
import {
  buildWalletEntriesExport,
  getWalletEntry,
  listWalletEntries,
  sumWalletEntries,
} from '#server/domains/money/wallet/entries.service.ts'
import { checkRechargeNow, listAllRecharges } from '#server/domains/money/wallet/operator-recharges.service.ts'
import { getRechargeWays } from '#server/domains/money/wallet/recharge-ways.service.ts'
import {
  getRecharge,
  getRechargeByTradeNo,
  listRecharges,
  paySandboxRecharge,
  presentRecharge,
  rechargeChannelOf,
  startRecharge,
} from '#server/domains/money/wallet/recharges.service.ts'
import { getWallet } from '#server/domains/money/wallet/wallet.service.ts'
import { createExportTask } from '#server/domains/storage/export-tasks/export-tasks.service.ts'
import { answerExport } from '#server/http/csv.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

const { overview: _, ...own } = wallet

export const walletRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'wallet', own, {
    get: (ctx) => getWallet(ctx),
    entries: (ctx, { query }) => listWalletEntries(ctx, query),
    recharge: (ctx, { body }) => startRecharge(ctx, body),
    recharge_ways: (ctx) => getRechargeWays(ctx),
    recharges: async (ctx, { query }) => {
      const { items, total } = await listRecharges(ctx, query)
      return { items: items.map(presentRecharge), total }
    },
    get_recharge: async (ctx, { params }) => presentRecharge(await getRecharge(ctx, params.id)),
  })

export const entryRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'ledger_entries', ledgerEntries, {
    sum: (ctx, { query }) => sumWalletEntries(ctx, query),
    export: (ctx, { query }) => answerExport(ctx, buildWalletEntriesExport, query),
    export_task: (ctx, { body }) => createExportTask(ctx, 'wallet_entry', body),
    get: (ctx, { params }) => getWalletEntry(ctx, params.id),
  })

export const operatorRechargeRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'operator_recharges', operatorRecharges, {
    list: (ctx, { query }) => listAllRecharges(ctx, query),
    check: (ctx, { params }) => checkRechargeNow(ctx, params.id),
  })

const { cashier, pay } = sandbox

/** Routes of the sandbox cashier; mounted only if the sandbox replaces a payment provider. */
export const cashierRoutes = (http: HttpDeps) =>
  mountEndpoints(
    http,
    'sandbox',
    { cashier, pay },
    {
      cashier: async (ctx, { params }) => {
        const row = await getRechargeByTradeNo(ctx, params.trade_no)
        return {
          trade_no: row.trade_no,
          amount: formatFenAsYuan(row.amount_fen),
          channel: rechargeChannelOf(row),
          status: row.status as RechargeStatus,
          expires_at: row.expires_at.toISOString(),
        }
      },
      pay: async (ctx, { params }) => {
        await paySandboxRecharge(ctx, params.trade_no)
        return { status: 'paid' as const }
      },
    },
  )
