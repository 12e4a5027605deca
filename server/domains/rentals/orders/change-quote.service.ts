import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { type ChargeRule, presentPriceUnit } from '#contract/charge-rule.ts'
import type { ChangeQuote, InstanceTerms } from '#contract/instance-money.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan, formatMicroAsYuan } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { hasRealName } from '#server/domains/accounts/users/users.service.ts'
import type { InstanceView } from '#server/domains/rentals/instances/instances.repo.ts'

/** Presents the terms of an instance in a quote. */
const presentTerms = (view: InstanceView): z.input<typeof InstanceTerms> => ({
  ...presentPriceUnit(view.charge_rule as ChargeRule),
  price_hour: formatMicroAsYuan(view.price_micro),
  expire_at: view.expire_at?.toISOString() ?? null,
  gpu_type: view.gpu_model,
  gpu_num: view.gpu_num,
  cpu: view.cpu,
  memory: view.memory_gb,
  data_disk: view.data_disk_gb,
})

export interface QuotedChange {
  token: string
  pay_fen: bigint
  back_fen: bigint
  lines: z.input<typeof ChangeQuote>['lines']
  after: Partial<Omit<z.input<typeof InstanceTerms>, 'price_unit'>>
  settle_note: string
  data_note: string
  in_stock: boolean
  /** `cash_fen` is the part of the payment not covered by vouchers; defaults to the whole payment. */
  money: { balance_fen: bigint; required_fen: bigint; enough: boolean; cash_fen?: bigint }
}

/** Presents the quote of a change to one instance. */
export async function presentQuotedChange(
  db: Kysely<DB>,
  view: InstanceView,
  now: Date,
  change: QuotedChange,
): Promise<z.input<typeof ChangeQuote>> {
  const { pay_fen: payFen, back_fen: backFen, money, after, ...rest } = change
  const { cash_fen: cashFen = payFen } = money
  const before = presentTerms(view)
  return {
    ...rest,
    expires_at: new Date(now.getTime() + limits.quoteValidSeconds * 1000).toISOString(),
    pay: formatFenAsYuan(payFen),
    back: formatFenAsYuan(backFen),
    before,
    after: { ...before, ...after, ...presentPriceUnit(after.charge_rule ?? before.charge_rule) },
    balance: formatFenAsYuan(money.balance_fen),
    voucher: formatFenAsYuan(payFen - cashFen),
    balance_after: formatFenAsYuan(money.balance_fen - cashFen + backFen),
    required: formatFenAsYuan(money.required_fen),
    enough: money.enough,
    real_name_passed: await hasRealName(db, view.user_id),
  }
}
