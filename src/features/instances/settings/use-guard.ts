import { type GuardForm, guards } from '#contract/guards.ts'
import { type ActionOptions, useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

const live = ['instances', 'wallet'] as const

/** What runs costs more by the second; the figures are never older than this. */
const refresh_ms = 30_000

/** The rules that may stop an instance, kept current by the stream. */
export const useGuard = (id: string) => useEndpoint(guards.get, { params: { id } }, { every: refresh_ms, live, live_id: id })

/** What it costs to stop now, or to leave it running. */
export const useForecast = (id: string) =>
  useEndpoint(guards.forecast, { params: { id } }, { every: refresh_ms, live, live_id: id })

/** Saves rules; what is shown of the instance follows. */
export function useSaveGuard(id: string, options: ActionOptions<typeof guards.update> = {}) {
  const params = { id }
  const { run, ...state } = useAction(guards.update, { ...options, answers: [guards.get, { params }] })
  return { ...state, save: (body: GuardForm) => run({ params, body }) }
}

/** Puts a stop off. */
export function useExtendGuard(id: string) {
  const params = { id }
  const { run, pending } = useAction(guards.extend, { answers: [guards.get, { params }] })
  return { extend: (rule: 'timer' | 'schedule' | 'spend' | 'idle') => void run({ params, body: { rule } }), pending }
}
