import { type RechargeStatus, rechargeStatuses } from '#contract/wallet.ts'
import { type StateStyles, StateTag } from '#src/ui/StateTag.tsx'

export const rechargeStatusStyles: StateStyles<RechargeStatus> = {
  pending: { icon: 'clock', tone: 'warning' },
  paid: { icon: 'check', tone: 'success' },
  closed: { icon: 'close', tone: 'neutral' },
}

/** The state of a recharge: icon, word and colour. */
export const RechargeStatusTag = ({ status }: { status: RechargeStatus }) => (
  <StateTag state={status} looks={rechargeStatusStyles} words={rechargeStatuses} />
)
