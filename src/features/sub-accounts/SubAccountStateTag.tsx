import { type SubAccountState, subAccountStates } from '#contract/sub-accounts.ts'
import { type StateStyles, StateTag } from '#src/ui/StateTag.tsx'

export const subAccountStateStyles: StateStyles<SubAccountState> = {
  active: { tone: 'success', icon: 'check' },
  invited: { tone: 'primary', icon: 'clock' },
  expired: { tone: 'neutral', icon: 'close' },
  frozen: { tone: 'danger', icon: 'pause' },
}

/** Tag that shows whether the sub-account can be used. */
export const SubAccountStateTag = ({ state }: { state: SubAccountState }) => (
  <StateTag state={state} looks={subAccountStateStyles} words={subAccountStates} />
)
