import type { Transaction } from 'kysely'
import type { Role } from '#contract/access.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import type { ChangeKind } from '#contract/operator/changes.ts'
import type { DB } from '#server/db/types.ts'
import { changeRole, lockAccount, unfreezeAccount } from '#server/domains/accounts/users/accounts.service.ts'
import { lockActivity, setActivityTerms } from '#server/domains/catalog/activities/manage-activities.service.ts'
import { addPriceVersion, findNewestPrice, lockProduct } from '#server/domains/catalog/products/catalogue.service.ts'
import { addModelPrice, findNewestModelPrice, lockLlmModel } from '#server/domains/llm/models.service.ts'
import { lockAdjustedTotal, postAdjustment } from '#server/domains/money/adjustments/adjustments.service.ts'
import {
  countCouponCodes,
  createCouponCodes,
  grantCoupons,
  lockCampaign,
  resolveCampaignReceivers,
  startCampaign,
} from '#server/domains/money/coupons/campaigns.service.ts'
import { parseTermsFacts, toActivityTermsFacts } from '#server/domains/operator/activity-facts.ts'
import type { AuditFacts } from '#server/domains/operator/facts.ts'
import { parseProductPrice, toProductPriceFacts } from '#server/domains/operator/price-facts.ts'
import { parseTokenPrice, toTokenPriceFacts } from '#server/domains/operator/token-price-facts.ts'
import { lockOrderForRefund, refundOrder } from '#server/domains/rentals/orders/operator-refund.service.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import type { Tx } from '#server/tx.ts'

interface ChangeHandler {
  /** Returns the current value the change would replace, and locks its row until the transaction ends. Refuses `not_found`. */
  present(trx: Transaction<DB>, targetId: string): Promise<AuditFacts>
  /** Returns the person who benefits from the change, if it is a single person. */
  whose?(trx: Transaction<DB>, targetId: string, after: AuditFacts): Promise<string | undefined>
  /** Applies the approved change; the target is unchanged since the request. */
  apply(
    tx: Tx,
    sessions: SessionTokens,
    request: {
      target_id: string
      after: AuditFacts
      before: AuditFacts
      reason: string
      requested_by: string
      decided_by: string
    },
  ): Promise<void>
}

const getTargetId = async (_: Transaction<DB>, targetId: string) => targetId

/** The changes that need two people (product §10); contract/operator/changes.ts defines whose duty they are. */
export const changeHandlers: Record<ChangeKind, ChangeHandler> = {
  price: {
    present: async (trx, targetId) => toProductPriceFacts(await findNewestPrice(trx, (await lockProduct(trx, targetId)).id)),
    apply: (tx, _, { target_id: targetId, after }) => addPriceVersion(tx, targetId, parseProductPrice(after)),
  },
  llm_price: {
    present: async (trx, targetId) => toTokenPriceFacts(await findNewestModelPrice(trx, (await lockLlmModel(trx, targetId)).id)),
    apply: (tx, _, { target_id: targetId, after }) => addModelPrice(tx.db, targetId, parseTokenPrice(after), tx.now()),
  },
  activity: {
    present: async (trx, targetId) => toActivityTermsFacts(await lockActivity(trx, targetId)),
    apply: (tx, _, { target_id: targetId, after }) => setActivityTerms(tx, targetId, parseTermsFacts(after)),
  },
  adjustment: {
    whose: getTargetId,
    present: async (trx, targetId) => ({ adjusted: formatFenAsYuan(await lockAdjustedTotal(trx, targetId)) }),
    apply: async (tx, _, { target_id: targetId, before, after, reason, requested_by: requestedBy, decided_by: decidedBy }) => {
      const amountFen = parseYuanToFen(after.adjusted!) - parseYuanToFen(before.adjusted!)
      await postAdjustment(tx, {
        user_id: targetId,
        amount_fen: amountFen,
        reason,
        requested_by: requestedBy,
        approved_by: decidedBy,
      })
    },
  },
  coupon_open: {
    present: async (trx, targetId) => ({ offered: String((await lockCampaign(trx, targetId)).stopped_at === null) }),
    apply: async (tx, _, { target_id: targetId }) => void (await startCampaign(tx.db, targetId)),
  },
  coupon_codes: {
    present: async (trx, targetId) => ({ codes: String(await countCouponCodes(trx, (await lockCampaign(trx, targetId)).id)) }),
    apply: async (tx, _, { target_id: targetId, before, after }) =>
      void (await createCouponCodes(
        tx.db,
        tx.deps,
        await lockCampaign(tx.db, targetId),
        Number(after.codes) - Number(before.codes),
      )),
  },
  coupon_grant: {
    present: async (trx, targetId) => {
      await lockCampaign(trx, targetId)
      return { users: '' }
    },
    apply: async (tx, _, { target_id: targetId, after }) => {
      const row = await lockCampaign(tx.db, targetId)
      const users = await resolveCampaignReceivers(tx.db, row, after.users!, tx.now())
      await grantCoupons(tx, row, users)
    },
  },
  refund: {
    whose: async (trx, targetId) => (await lockOrderForRefund(trx, targetId)).user_id,
    present: async (trx, targetId) => ({ refunded: formatFenAsYuan((await lockOrderForRefund(trx, targetId)).refunded_fen) }),
    apply: async (tx, _, { target_id: targetId, before, after, reason, requested_by: requestedBy }) => {
      const cashFen = parseYuanToFen(after.refunded!) - parseYuanToFen(before.refunded!)
      const back = { cash_fen: cashFen, reason, operator_id: requestedBy }
      await refundOrder(tx, await lockOrderForRefund(tx.db, targetId), back)
    },
  },
  role: {
    // Nobody may give themselves a role; removing a role benefits nobody.
    whose: async (_, targetId, { role }) => (role === 'user' ? undefined : targetId),
    present: async (trx, targetId) => ({ role: (await lockAccount(trx, targetId)).role }),
    apply: async (tx, sessions, { target_id: targetId, after }) =>
      changeRole(tx, sessions, await lockAccount(tx.db, targetId), after.role as Role),
  },
  unfreeze: {
    whose: getTargetId,
    present: async (trx, targetId) => {
      const { frozen_at: frozenAt, frozen_reason: frozenReason } = await lockAccount(trx, targetId)
      return { frozen_at: frozenAt?.toISOString() ?? '', frozen_reason: frozenReason ?? '' }
    },
    apply: async (tx, _, { target_id: targetId }) => unfreezeAccount(tx, await lockAccount(tx.db, targetId)),
  },
}
