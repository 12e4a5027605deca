import type { LlmCallState } from '#contract/llm-bills.ts'
import type { StateStyles } from '#src/ui/StateTag.tsx'

export const llmCallStateStyles: StateStyles<LlmCallState> = {
  ok: { icon: 'check', tone: 'success' },
  error: { icon: 'warning', tone: 'danger' },
  aborted: { icon: 'pause', tone: 'neutral' },
}

/** Calls of the console itself have no key. */
export const formatCallKey = ({ key_name: keyName }: { key_name: string | null }): string => keyName ?? '控制台试用'

/** `0.35 秒`; what never came is a dash. */
export const formatCallSeconds = (ms: number | null): string => (ms === null ? '—' : `${(ms / 1000).toFixed(2)} 秒`)
