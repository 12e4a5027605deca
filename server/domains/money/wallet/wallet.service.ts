import type { Kysely } from 'kysely'
import { formatFenAsYuan, formatMicroAsYuan } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { getFunds } from '#server/domains/money/billing/funds.service.ts'
import type { Context } from '#server/http/context.ts'
import { computeConsumedFen, getCashTotals, getWalletBalances } from '#server/ledger/ledger.ts'

const microPerFen = 10_000

/** Loads the balance, the current cost, and how long the balance lasts (product §5). */
async function loadWallet(db: Kysely<DB>, userId: string, now: Date) {
  const {
    cash_fen: cashFen,
    accrued_fen: accruedFen,
    free_fen: freeFen,
    reach_fen: reachFen,
    voucher_fen: voucherFen,
    billed_micro: billedMicro,
  } = await getFunds(db, userId, now)
  const { frozen, income } = await getWalletBalances(db, userId)
  const totals = await getCashTotals(db, userId)
  const leftMicro = Number(reachFen) * microPerFen
  return {
    cash: formatFenAsYuan(cashFen),
    accrued: formatFenAsYuan(accruedFen),
    accrued_voucher: formatFenAsYuan(freeFen - cashFen + accruedFen),
    voucher: formatFenAsYuan(voucherFen),
    frozen: formatFenAsYuan(frozen),
    income: formatFenAsYuan(income),
    burn_hour: formatMicroAsYuan(billedMicro),
    hours_left: billedMicro === 0n ? null : Math.max(0, Math.round((leftMicro / Number(billedMicro)) * 10) / 10),
    recharged: formatFenAsYuan(totals.recharge ?? 0n),
    consumed: formatFenAsYuan(computeConsumedFen(totals)),
  }
}

export const getWallet = ({ deps, caller }: Context) => loadWallet(deps.database.kysely, caller.user_id, deps.clock.now())
