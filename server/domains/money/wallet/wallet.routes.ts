import { ledger_entries } from '#contract/ledger-entries.ts'
import { yuanOfFen } from '#contract/money.ts'
import { operator_recharges } from '#contract/operator/recharges.ts'
import { sandbox } from '#contract/platform.ts'
import { type RechargeStatus, wallet } from '#contract/wallet.ts'
import { exportEntries, getEntry, listWalletEntries, sumEntries } from '#server/domains/money/wallet/entries.service.ts'
import { checkNow, listAllRecharges } from '#server/domains/money/wallet/operator-recharges.service.ts'
import { getRechargeWays } from '#server/domains/money/wallet/recharge-ways.service.ts'
import {
  channelOf,
  getByTrade,
  getRecharge,
  listRecharges,
  paySandbox,
  presentRecharge,
  startRecharge,
} from '#server/domains/money/wallet/recharges.service.ts'
import { getWallet } from '#server/domains/money/wallet/wallet.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

const { overview: _, ...own } = wallet

export const walletRoutes = (http: Http) =>
  mount(http, 'wallet', own, {
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

export const entryRoutes = (http: Http) =>
  mount(http, 'ledger_entries', ledger_entries, {
    sum: (ctx, { query }) => sumEntries(ctx, query),
    export: (ctx, { query }) => exportEntries(ctx, query),
    get: (ctx, { params }) => getEntry(ctx, params.id),
  })

export const operatorRechargeRoutes = (http: Http) =>
  mount(http, 'operator_recharges', operator_recharges, {
    list: (ctx, { query }) => listAllRecharges(ctx, query),
    check: (ctx, { params }) => checkNow(ctx, params.id),
  })

const { cashier, pay } = sandbox

/** The sandbox cashier; mounted only where the sandbox stands in for a payment provider. */
export const cashierRoutes = (http: Http) =>
  mount(
    http,
    'sandbox',
    { cashier, pay },
    {
      cashier: async (ctx, { params }) => {
        const row = await getByTrade(ctx, params.trade_no)
        return {
          trade_no: row.trade_no,
          amount: yuanOfFen(row.amount_fen),
          channel: channelOf(row),
          status: row.status as RechargeStatus,
          expires_at: row.expires_at.toISOString(),
        }
      },
      pay: async (ctx, { params }) => {
        await paySandbox(ctx, params.trade_no)
        return { status: 'paid' as const }
      },
    },
  )
