import type { z } from 'zod'
import { formatFenAsYuan, formatFenText } from '#contract/money.ts'
import type { operatorAdjustments } from '#contract/operator/adjustments.ts'
import { isOperatorOwnAccount, isWithinOperatorLimit } from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import {
  lockAdjustedTotal,
  parseAdjustmentAmount,
  postAdjustment,
} from '#server/domains/money/adjustments/adjustments.service.ts'
import { requestChange } from '#server/domains/operator/changes.service.ts'
import { peopleRepo } from '#server/domains/operator/people.repo.ts'
import type { Context } from '#server/http/context.ts'
import { createFieldRefusal } from '#server/lib/refusal.ts'

type AdjustmentInput = z.output<(typeof operatorAdjustments)['create']['body']>

/** Adjusts a balance at once, or requests a second operator's approval above the limit for one operator (product §10). */
export const adjustBalance = (ctx: Context, wish: AdjustmentInput) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const person = await peopleRepo(tx.db).known(wish.user)
    if (!person) throw createFieldRefusal('not_found', 'user', '没有这个用户，请输入完整手机号、UUID 或用户编号')
    if (await isOperatorOwnAccount(tx.db, caller.user_id, person.id))
      throw createFieldRefusal('forbidden', 'user', '不能调整自己的余额')
    const amountFen = parseAdjustmentAmount(wish)
    const alone = await isWithinOperatorLimit(tx.db, deps, caller.user_id, amountFen)
    const beforeFen = await lockAdjustedTotal(tx.db, person.id)
    if (!alone) {
      const { id } = await requestChange(tx, ctx, {
        kind: 'adjustment',
        target_id: person.id,
        title: () => `调整 ${person.nickname} 的余额 ${amountFen > 0n ? '+' : ''}${formatFenText(amountFen)} 元`,
        after: { adjusted: formatFenAsYuan(beforeFen + amountFen) },
        reason: wish.reason,
      })
      return { id, pending: true }
    }
    const id = await postAdjustment(tx, {
      user_id: person.id,
      amount_fen: amountFen,
      reason: wish.reason,
      requested_by: caller.user_id,
      approved_by: null,
    })
    ctx.audit({ target_id: person.id, after: { amount: formatFenAsYuan(amountFen), reason: wish.reason } })
    return { id, pending: false }
  })
