import { type RechargeStatus, recharge_statuses } from '#contract/wallet.ts'
import { type Looks, TagOf } from '#src/ui/StateTag.tsx'

export const recharge_looks: Looks<RechargeStatus> = {
  pending: { icon: 'clock', tone: 'warning' },
  paid: { icon: 'check', tone: 'success' },
  closed: { icon: 'close', tone: 'neutral' },
}

/** The state of a recharge: icon, word and colour. */
export const RechargeStatusTag = ({ status }: { status: RechargeStatus }) => (
  <TagOf state={status} looks={recharge_looks} words={recharge_statuses} />
)
