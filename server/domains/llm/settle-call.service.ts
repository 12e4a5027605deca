import type { LlmCallState } from '#contract/llm-bills.ts'
import { writeAtEnd } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { callsRepo } from '#server/domains/llm/calls.repo.ts'
import { computeTokenCost, splitPostableCost, type TokenUse } from '#server/domains/llm/cost.policy.ts'
import { llmKeysRepo } from '#server/domains/llm/llm-keys.repo.ts'
import { coverUsageFromMaster, getMasters } from '#server/domains/money/sub-accounts/cover-usage.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { recordPosting } from '#server/ledger/ledger.ts'
import { lockVouchersOfUsers } from '#server/ledger/vouchers.ts'
import { inTransaction } from '#server/tx.ts'

/** How a call ended. */
export interface CallOutcome {
  state: LlmCallState
  http_status: number
  error_code: string | null
  use: TokenUse
  estimated: boolean
  first_byte_ms: number | null
  total_ms: number
}

/**
 * Ends a call once (idempotent): adds its cost, at the price it began with, to the carry and posts the whole fen. Never charges
 * more than the reservation, whatever usage the upstream reports. Returns false if the call has already ended.
 */
export const settleCall = (
  deps: Deps,
  { id, user_id: userId }: { id: string; user_id: string },
  ending: CallOutcome,
): Promise<boolean> =>
  inTransaction(deps, async (tx) => {
    const repo = callsRepo(tx.db)
    const carry = await repo.lockAccount(userId)
    const call = await repo.lockOpen(id)
    if (!call) return false
    const at = deps.clock.now()
    const { use, ...end } = ending
    const full = computeTokenCost(call, use)
    const costPico = full < call.reserved_pico ? full : call.reserved_pico
    const { fen, carry_pico: carryPico } = splitPostableCost(carry, costPico)
    if (fen > 0n) {
      const masters = await getMasters(tx.db, [userId])
      if (masters.size > 0) await lockVouchersOfUsers(tx.db, [userId, ...masters.values()])
      await recordPosting(tx.db, {
        idem: `llm:${id}`,
        kind: 'llm_usage',
        title: '大模型用量',
        ...(call.key_id !== null && { ref: call.key_id }),
        at,
        movements: [{ from: { user: userId }, to: 'revenue', amount_fen: fen }],
      })
      await coverUsageFromMaster(tx.db, masters, { key: () => `llm:${id}`, at })
      await publishChange(tx, { user_id: userId, resource: 'wallet', id: null })
    }
    const { key_id: keyId } = call
    writeAtEnd(tx.db, 'carried', () => repo.buildCarryUpdate(userId, carryPico))
    if (keyId !== null) writeAtEnd(tx.db, 'spent', () => llmKeysRepo(tx.db).buildSpentUpdate(keyId, costPico, at))
    const ended = { ...end, ...use, cost_pico: costPico, posted_fen: fen, ended_at: at, lease_until: null }
    writeAtEnd(tx.db, 'ended', () => repo.buildEnd(id, ended))
    return true
  })
