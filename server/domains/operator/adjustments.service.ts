import type { z } from 'zod'
import { yuanOfFen } from '#contract/money.ts'
import type { operator_adjustments } from '#contract/operator/adjustments.ts'
import { isOwnAccount, mayAlone } from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import { adjust, adjustedSoFar, amountOf } from '#server/domains/money/adjustments/adjustments.service.ts'
import { requestChange } from '#server/domains/operator/changes.service.ts'
import { peopleRepo } from '#server/domains/operator/people.repo.ts'
import type { Context } from '#server/http/context.ts'
import { refuseField } from '#server/lib/refusal.ts'

type Wish = z.output<(typeof operator_adjustments)['create']['body']>

/** Adjusts a balance at once, or asks another operator where it is more than one may do alone (product §10). */
export const adjustBalance = (ctx: Context, wish: Wish) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const person = await peopleRepo(tx.db).known(wish.user)
    if (!person) throw refuseField('not_found', 'user', '没有这个用户，请输入完整手机号、UUID 或用户编号')
    if (await isOwnAccount(tx.db, caller.user_id, person.id)) throw refuseField('forbidden', 'user', '不能调整自己的余额')
    const amount_fen = amountOf(wish)
    const alone = await mayAlone(tx.db, deps, caller.user_id, amount_fen)
    const before_fen = await adjustedSoFar(tx.db, person.id)
    if (!alone) {
      const { id } = await requestChange(tx, ctx, {
        kind: 'adjustment',
        target_id: person.id,
        title: () => `调整 ${person.nickname} 的余额 ${amount_fen > 0n ? '+' : ''}${yuanOfFen(amount_fen)} 元`,
        after: { adjusted: yuanOfFen(before_fen + amount_fen) },
        reason: wish.reason,
      })
      return { id, pending: true }
    }
    const id = await adjust(tx, {
      user_id: person.id,
      amount_fen,
      reason: wish.reason,
      requested_by: caller.user_id,
      approved_by: null,
    })
    ctx.audit({ target_id: person.id, after: { amount: yuanOfFen(amount_fen), reason: wish.reason } })
    return { id, pending: false }
  })
