import { expect } from 'vitest'
import type { JournalPosting } from '#tests/server/money-model/journal.ts'

/** A payment that money can go back to, with what is left of it. */
export interface ModelPaymentSource {
  id: string
  at: number
  fen: bigint
}

export interface ModelWithdrawal {
  id: string
  type: 1 | 2
  user_id: string
  fen: bigint
  state: 'pending' | 'checking' | 'paying' | 'ended'
  /** Who has approved it first. */
  first: number | undefined
  /** What goes back to each payment, still to be paid out; which one in the order of the sources. */
  parts: { source: ModelPaymentSource | undefined; fen: bigint }[]
}

export const toWithdrawalWallets = ({ type }: Pick<ModelWithdrawal, 'type'>) =>
  type === 1 ? ({ free: 'cash', frozen: 'frozen' } as const) : ({ free: 'income', frozen: 'income_frozen' } as const)

/** What was paid in first goes back first (docs/decisions/033). */
export function computeModelPayoutPlan(sources: readonly ModelPaymentSource[], fen: bigint): ModelWithdrawal['parts'] {
  let left = fen
  const byAge = [...sources].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  return byAge.flatMap((source) => {
    const part = source.fen < left ? source.fen : left
    left -= part
    return part > 0n ? [{ source, fen: part }] : []
  })
}

/** A part of an approved withdrawal leaves the platform. */
export function applyPayout(withdrawal: ModelWithdrawal, { legs }: JournalPosting): Record<string, bigint> {
  expect(withdrawal.state).toBe('paying')
  const place = `${withdrawal.user_id} ${toWithdrawalWallets(withdrawal).frozen}`
  const nth = withdrawal.parts.findIndex(({ fen }) => fen === -BigInt(legs[place] ?? 0))
  expect(nth).toBeGreaterThanOrEqual(0)
  const [part] = withdrawal.parts.splice(nth, 1)
  if (withdrawal.parts.length === 0) withdrawal.state = 'ended'
  return { [place]: -part!.fen, channel: part!.fen }
}
