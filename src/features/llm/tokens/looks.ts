import type { LlmKeyState } from '#contract/llm-keys.ts'
import type { IconName } from '#src/ui/Icon.tsx'
import type { Tone } from '#src/ui/status-looks.ts'

export const key_looks: Record<LlmKeyState, { icon: IconName; tone: Tone }> = {
  active: { icon: 'check', tone: 'success' },
  disabled: { icon: 'pause', tone: 'neutral' },
  expired: { icon: 'clock', tone: 'neutral' },
  used_up: { icon: 'wallet', tone: 'warning' },
}
