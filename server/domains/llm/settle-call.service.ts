import type { LlmCallState } from '#contract/llm-bills.ts'
import type { Deps } from '#server/deps.ts'
import { callsRepo } from '#server/domains/llm/calls.repo.ts'
import { costOf, postable, type TokenUse } from '#server/domains/llm/cost.policy.ts'
import { keysRepo } from '#server/domains/llm/tokens.repo.ts'
import { coverFromMaster, mastersOf } from '#server/domains/money/sub-accounts/cover-usage.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { post } from '#server/ledger/ledger.ts'
import { lockPurses } from '#server/ledger/vouchers.ts'
import { inTransaction } from '#server/tx.ts'

/** How a call ended. */
export interface Ending {
  state: LlmCallState
  http_status: number
  error_code: string | null
  use: TokenUse
  estimated: boolean
  first_byte_ms: number | null
  total_ms: number
}

/**
 * Ends a call once: its cost at the price it began with joins what lies below 1 fen, and what is a whole fen of it is posted.
 * Never more than it held, whatever the upstream says it used. False when it has ended already.
 */
export const settleCall = (deps: Deps, { id, user_id }: { id: string; user_id: string }, ending: Ending): Promise<boolean> =>
  inTransaction(deps, async (tx) => {
    const repo = callsRepo(tx.db)
    const carry = await repo.lockAccount(user_id)
    const call = await repo.lockOpen(id)
    if (!call) return false
    const at = deps.clock.now()
    const { use, ...end } = ending
    const full = costOf(call, use)
    const cost_pico = full < call.reserved_pico ? full : call.reserved_pico
    const { fen, carry_pico } = postable(carry, cost_pico)
    if (fen > 0n) {
      const masters = await mastersOf(tx.db, [user_id])
      if (masters.size > 0) await lockPurses(tx.db, [user_id, ...masters.values()])
      await post(tx.db, {
        idem: `llm:${id}`,
        kind: 'llm_usage',
        title: '大模型用量',
        ...(call.key_id !== null && { ref: call.key_id }),
        at,
        movements: [{ from: { user: user_id }, to: 'revenue', amount_fen: fen }],
      })
      await coverFromMaster(tx.db, masters, { key: () => `llm:${id}`, at })
      await publishChange(tx, { user_id, resource: 'wallet', id: null })
    }
    await repo.setCarry(user_id, carry_pico)
    if (call.key_id !== null) await keysRepo(tx.db).addSpent(call.key_id, cost_pico, at)
    await repo.end(id, { ...end, ...use, cost_pico, posted_fen: fen, ended_at: at, lease_until: null })
    return true
  })
