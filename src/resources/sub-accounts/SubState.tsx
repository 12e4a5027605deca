import { type SubAccountState, sub_account_states } from '#contract/sub-accounts.ts'
import { Tag } from '#src/kit/Tag.tsx'

/** Whether it can be used. */
export function SubState({ state }: { state: SubAccountState }) {
  return (
    <Tag tone={state === 'active' ? 'success' : 'danger'} icon={state === 'active' ? 'check' : 'pause'}>
      {sub_account_states[state]}
    </Tag>
  )
}
