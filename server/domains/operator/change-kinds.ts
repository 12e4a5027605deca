import type { Transaction } from 'kysely'
import type { Role } from '#contract/access.ts'
import { fenOfYuan, yuanOfFen } from '#contract/money.ts'
import type { ChangeKind } from '#contract/operator/changes.ts'
import type { DB } from '#server/db/types.ts'
import { changeRole, lockAccount, unfreezeAccount } from '#server/domains/accounts/users/accounts.service.ts'
import { lockActivity, setTerms } from '#server/domains/catalog/activities/manage-activities.service.ts'
import { addPriceVersion, lockProduct, newestPrice } from '#server/domains/catalog/products/catalogue.service.ts'
import { addModelPrice, lockModel, newestModelPrice } from '#server/domains/llm/models.service.ts'
import { adjust, adjustedSoFar } from '#server/domains/money/adjustments/adjustments.service.ts'
import {
  countCodes,
  giveEach,
  lockCampaign,
  openCampaign,
  receiversOf,
  writeCodes,
} from '#server/domains/money/coupons/campaigns.service.ts'
import { termsFacts, termsOfFacts } from '#server/domains/operator/activity-facts.ts'
import type { Facts } from '#server/domains/operator/facts.ts'
import { microOf, priceFacts } from '#server/domains/operator/price-facts.ts'
import { llmPriceFacts, tokenPriceOf } from '#server/domains/operator/token-price-facts.ts'
import { lockForRefund, refundOrder } from '#server/domains/rentals/orders/operator-refund.service.ts'
import type { Sessions } from '#server/http/sessions.ts'
import type { Tx } from '#server/tx.ts'

interface Kind {
  /** What the change would replace, as it is now; holds its row until the transaction ends. Refuses `not_found`. */
  present(trx: Transaction<DB>, target_id: string): Promise<Facts>
  /** Who would have something of it, where that is one person. */
  whose?(trx: Transaction<DB>, target_id: string, after: Facts): Promise<string | undefined>
  /** Makes the change that was approved, on a target that is as it was when it was requested. */
  apply(
    tx: Tx,
    sessions: Sessions,
    request: { target_id: string; after: Facts; before: Facts; reason: string; requested_by: string; decided_by: string },
  ): Promise<void>
}

const themselves = async (_: Transaction<DB>, target_id: string) => target_id

/** The changes that take two people (product §10); whose duty they are stands in contract/operator/changes.ts. */
export const kinds: Record<ChangeKind, Kind> = {
  price: {
    present: async (trx, target_id) => priceFacts(await newestPrice(trx, (await lockProduct(trx, target_id)).id)),
    apply: (tx, _, { target_id, after }) => addPriceVersion(tx, target_id, microOf(after)),
  },
  llm_price: {
    present: async (trx, target_id) => llmPriceFacts(await newestModelPrice(trx, (await lockModel(trx, target_id)).id)),
    apply: (tx, _, { target_id, after }) => addModelPrice(tx.db, target_id, tokenPriceOf(after), tx.now()),
  },
  activity: {
    present: async (trx, target_id) => termsFacts(await lockActivity(trx, target_id)),
    apply: (tx, _, { target_id, after }) => setTerms(tx, target_id, termsOfFacts(after)),
  },
  adjustment: {
    whose: themselves,
    present: async (trx, target_id) => ({ adjusted: yuanOfFen(await adjustedSoFar(trx, target_id)) }),
    apply: async (tx, _, { target_id, before, after, reason, requested_by, decided_by }) => {
      const amount_fen = fenOfYuan(after.adjusted!) - fenOfYuan(before.adjusted!)
      await adjust(tx, { user_id: target_id, amount_fen, reason, requested_by, approved_by: decided_by })
    },
  },
  coupon_open: {
    present: async (trx, target_id) => ({ offered: String((await lockCampaign(trx, target_id)).stopped_at === null) }),
    apply: async (tx, _, { target_id }) => void (await openCampaign(tx.db, target_id)),
  },
  coupon_codes: {
    present: async (trx, target_id) => ({ codes: String(await countCodes(trx, (await lockCampaign(trx, target_id)).id)) }),
    apply: async (tx, _, { target_id, before, after }) =>
      void (await writeCodes(tx.db, tx.deps, await lockCampaign(tx.db, target_id), Number(after.codes) - Number(before.codes))),
  },
  coupon_grant: {
    present: async (trx, target_id) => {
      await lockCampaign(trx, target_id)
      return { users: '' }
    },
    apply: async (tx, _, { target_id, after }) => {
      const row = await lockCampaign(tx.db, target_id)
      const users = await receiversOf(tx.db, row, after.users!, tx.now())
      await giveEach(tx, row, users)
    },
  },
  refund: {
    whose: async (trx, target_id) => (await lockForRefund(trx, target_id)).user_id,
    present: async (trx, target_id) => ({ refunded: yuanOfFen((await lockForRefund(trx, target_id)).refunded_fen) }),
    apply: async (tx, _, { target_id, before, after, reason, requested_by }) => {
      const cash_fen = fenOfYuan(after.refunded!) - fenOfYuan(before.refunded!)
      const back = { cash_fen, reason, operator_id: requested_by }
      await refundOrder(tx, await lockForRefund(tx.db, target_id), back)
    },
  },
  role: {
    // Nobody gives himself a role; who agrees to lose one is asked for nothing.
    whose: async (_, target_id, { role }) => (role === 'user' ? undefined : target_id),
    present: async (trx, target_id) => ({ role: (await lockAccount(trx, target_id)).role }),
    apply: async (tx, sessions, { target_id, after }) =>
      changeRole(tx, sessions, await lockAccount(tx.db, target_id), after.role as Role),
  },
  unfreeze: {
    whose: themselves,
    present: async (trx, target_id) => {
      const { frozen_at, frozen_reason } = await lockAccount(trx, target_id)
      return { frozen_at: frozen_at?.toISOString() ?? '', frozen_reason: frozen_reason ?? '' }
    },
    apply: async (tx, _, { target_id }) => unfreezeAccount(tx, await lockAccount(tx.db, target_id)),
  },
}
