import type { Kysely } from 'kysely'
import { yuanOfFen, yuanOfMicro } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { fundsOf } from '#server/domains/money/billing/funds.service.ts'
import type { Context } from '#server/http/context.ts'
import { cashTotals, consumedFen, walletBalances } from '#server/ledger/ledger.ts'

const micro_per_fen = 10_000

/** Balance, what runs now costs, and how long that lasts (product §5). */
async function walletOf(db: Kysely<DB>, user_id: string, now: Date) {
  const { cash_fen, accrued_fen, free_fen, reach_fen, voucher_fen, billed_micro } = await fundsOf(db, user_id, now)
  const { frozen, income } = await walletBalances(db, user_id)
  const totals = await cashTotals(db, user_id)
  const left_micro = Number(reach_fen) * micro_per_fen
  return {
    cash: yuanOfFen(cash_fen),
    accrued: yuanOfFen(accrued_fen),
    accrued_voucher: yuanOfFen(free_fen - cash_fen + accrued_fen),
    voucher: yuanOfFen(voucher_fen),
    frozen: yuanOfFen(frozen),
    income: yuanOfFen(income),
    burn_hour: yuanOfMicro(billed_micro),
    hours_left: billed_micro === 0n ? null : Math.max(0, Math.round((left_micro / Number(billed_micro)) * 10) / 10),
    recharged: yuanOfFen(totals.recharge ?? 0n),
    consumed: yuanOfFen(consumedFen(totals)),
  }
}

export const getWallet = ({ deps, caller }: Context) => walletOf(deps.database.kysely, caller.user_id, deps.clock.now())
