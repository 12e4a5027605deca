import { type SubAccountState, sub_account_states } from '#contract/sub-accounts.ts'
import type { IconName } from '#src/ui/Icon.tsx'
import type { Tone } from '#src/ui/status-looks.ts'
import { Tag } from '#src/ui/Tag.tsx'

const looks: Record<SubAccountState, { tone: Tone; icon: IconName }> = {
  active: { tone: 'success', icon: 'check' },
  invited: { tone: 'primary', icon: 'clock' },
  expired: { tone: 'neutral', icon: 'close' },
  frozen: { tone: 'danger', icon: 'pause' },
}

/** Whether it can be used. */
export function SubState({ state }: { state: SubAccountState }) {
  return <Tag {...looks[state]}>{sub_account_states[state]}</Tag>
}
