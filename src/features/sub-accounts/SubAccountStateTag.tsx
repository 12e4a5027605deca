import { type SubAccountState, subAccountStates } from '#contract/sub-accounts.ts'
import { type StateStyles, StateTag } from '#src/ui/StateTag.tsx'

export const subAccountStateStyles: StateStyles<SubAccountState> = {
  active: { tone: 'success', icon: 'check' },
  invited: { tone: 'primary', icon: 'clock' },
  expired: { tone: 'neutral', icon: 'close' },
  frozen: { tone: 'danger', icon: 'pause' },
}

/** Whether it can be used. */
export const SubAccountStateTag = ({ state }: { state: SubAccountState }) => (
  <StateTag state={state} looks={subAccountStateStyles} words={subAccountStates} />
)
