import type { z } from 'zod'
import { formatFenAsYuan } from '#contract/money.ts'
import type {
  PayoutChannel,
  PayoutStatus,
  Withdrawal,
  WithdrawalDetail,
  WithdrawalPart,
  WithdrawalStatus,
  WithdrawalStep,
  WithdrawalType,
} from '#contract/withdrawals.ts'
import type { ShownWithdrawalPart } from '#server/domains/money/withdrawals/parts.repo.ts'
import type { ShownWithdrawal, WithdrawalRow } from '#server/domains/money/withdrawals/withdrawals.repo.ts'

const presentStatus = (status: string): WithdrawalStatus => (status === 'checking' ? 'pending' : (status as WithdrawalStatus))

export const presentWithdrawal = (row: ShownWithdrawal): z.input<typeof Withdrawal> => ({
  id: row.id,
  type: row.type as WithdrawalType,
  amount: formatFenAsYuan(row.amount_fen),
  paid: formatFenAsYuan(row.paid_fen),
  returned: formatFenAsYuan(row.returned_fen),
  status: presentStatus(row.status),
  payee: row.payee_masked,
  reason: row.reason,
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
})

export const presentWithdrawalPart = (part: ShownWithdrawalPart): z.input<typeof WithdrawalPart> => ({
  id: part.id,
  channel: part.channel as PayoutChannel,
  amount: formatFenAsYuan(part.amount_fen),
  status: part.status as PayoutStatus,
  paid_at: (part.paid_at ?? part.credited_at)?.toISOString() ?? null,
  ended_at: part.ended_at?.toISOString() ?? null,
})

function computeSteps(row: WithdrawalRow): z.input<typeof WithdrawalDetail>['steps'] {
  const decided: WithdrawalStep = row.status === 'rejected' ? 'rejected' : 'approved'
  const ended: WithdrawalStep | null = row.status === 'cancelled' ? 'cancelled' : row.status === 'done' ? 'done' : null
  const all: [WithdrawalStep | null, Date | null][] = [
    ['created', row.created_at],
    ['checked', row.first_at],
    [decided, row.decided_at],
    [ended, row.ended_at],
  ]
  return all.flatMap(([step, at]) => (step && at ? [{ step, at: at.toISOString() }] : []))
}

export const presentWithdrawalDetail = (
  row: ShownWithdrawal,
  parts: readonly ShownWithdrawalPart[],
): z.input<typeof WithdrawalDetail> => ({
  ...presentWithdrawal(row),
  parts: parts.map(presentWithdrawalPart),
  steps: computeSteps(row),
})
