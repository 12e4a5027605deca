import { type SubAccountState, sub_account_states } from '#contract/sub-accounts.ts'
import { type Looks, TagOf } from '#src/ui/StateTag.tsx'

export const sub_looks: Looks<SubAccountState> = {
  active: { tone: 'success', icon: 'check' },
  invited: { tone: 'primary', icon: 'clock' },
  expired: { tone: 'neutral', icon: 'close' },
  frozen: { tone: 'danger', icon: 'pause' },
}

/** Whether it can be used. */
export const SubState = ({ state }: { state: SubAccountState }) => (
  <TagOf state={state} looks={sub_looks} words={sub_account_states} />
)
