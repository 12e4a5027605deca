import type { LlmKeyState } from '#contract/llm-keys.ts'
import type { StateStyles } from '#src/ui/StateTag.tsx'

export const llmKeyStateStyles: StateStyles<LlmKeyState> = {
  active: { icon: 'check', tone: 'success' },
  disabled: { icon: 'pause', tone: 'neutral' },
  expired: { icon: 'clock', tone: 'neutral' },
  used_up: { icon: 'wallet', tone: 'warning' },
}
