import { type EntryKind, entry_kinds } from '#contract/wallet.ts'
import type { IconName } from '#src/ui/Icon.tsx'
import type { Tone } from '#src/ui/status-looks.ts'
import { Tag } from '#src/ui/Tag.tsx'

const looks: Record<EntryKind, { icon: IconName; tone: Tone }> = {
  recharge: { icon: 'wallet', tone: 'success' },
  order: { icon: 'receipt', tone: 'primary' },
  usage: { icon: 'clock', tone: 'neutral' },
  refund: { icon: 'undo', tone: 'success' },
  late_fee: { icon: 'warning', tone: 'warning' },
  withdraw_hold: { icon: 'clock', tone: 'neutral' },
  withdraw_return: { icon: 'undo', tone: 'success' },
  withdraw: { icon: 'external', tone: 'primary' },
  voucher_grant: { icon: 'plus', tone: 'success' },
  voucher_end: { icon: 'clock', tone: 'neutral' },
  reward: { icon: 'plus', tone: 'success' },
  llm_usage: { icon: 'chat', tone: 'neutral' },
  creator_income: { icon: 'plus', tone: 'success' },
  allocate: { icon: 'move', tone: 'neutral' },
  adjust: { icon: 'edit', tone: 'neutral' },
}

/** Why money moved: icon and word. */
export function EntryKindTag({ kind }: { kind: EntryKind }) {
  return (
    <Tag icon={looks[kind].icon} tone={looks[kind].tone}>
      {entry_kinds[kind]}
    </Tag>
  )
}
