import type { LlmCallState } from '#contract/llm-bills.ts'
import type { StateStyles } from '#src/ui/StateTag.tsx'

export const llmCallStateStyles: StateStyles<LlmCallState> = {
  ok: { icon: 'check', tone: 'success' },
  error: { icon: 'warning', tone: 'danger' },
  aborted: { icon: 'pause', tone: 'neutral' },
}
