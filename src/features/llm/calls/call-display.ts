import type { LlmCallState } from '#contract/llm-bills.ts'
import type { Looks } from '#src/ui/StateTag.tsx'

export const call_looks: Looks<LlmCallState> = {
  ok: { icon: 'check', tone: 'success' },
  error: { icon: 'warning', tone: 'danger' },
  aborted: { icon: 'pause', tone: 'neutral' },
}

/** Calls of the console itself have no key. */
export const keyText = ({ key_name }: { key_name: string | null }): string => key_name ?? '控制台试用'

/** `0.35 秒`; what never came is a dash. */
export const secondsText = (ms: number | null): string => (ms === null ? '—' : `${(ms / 1000).toFixed(2)} 秒`)
