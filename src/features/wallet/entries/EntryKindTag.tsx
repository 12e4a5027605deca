import { type LedgerEntryKind, ledgerEntryKinds } from '#contract/wallet.ts'
import { type StateStyles, StateTag } from '#src/ui/StateTag.tsx'

export const entryKindStyles: StateStyles<LedgerEntryKind> = {
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
export const EntryKindTag = ({ kind }: { kind: LedgerEntryKind }) => (
  <StateTag state={kind} looks={entryKindStyles} words={ledgerEntryKinds} />
)
