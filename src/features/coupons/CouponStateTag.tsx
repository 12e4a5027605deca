import { couponStates, type CouponState as State } from '#contract/coupons.ts'
import { type StateStyles, StateTag } from '#src/ui/StateTag.tsx'

export const couponStateStyles: StateStyles<State> = {
  usable: { tone: 'success', icon: 'check' },
  used_up: { tone: 'neutral', icon: 'receipt' },
  expired: { tone: 'neutral', icon: 'close' },
  not_yet: { tone: 'warning', icon: 'clock' },
}

export const CouponStateTag = ({ state }: { state: State }) => (
  <StateTag state={state} looks={couponStateStyles} words={couponStates} />
)
