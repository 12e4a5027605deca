import { type InstanceGuardForm, instanceGuards } from '#contract/guards.ts'
import { type ActionOptions, useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

const live = ['instances', 'wallet'] as const

/** Largest age of the figures: the cost of a running instance grows every second. */
const refreshMs = 30_000

/** Loads the rules that may stop an instance; kept current by the event stream. */
export const useGuard = (id: string) =>
  useEndpoint(instanceGuards.get, { params: { id } }, { every: refreshMs, live, liveId: id })

/** Loads the forecast: cost if stopped now, and if left running. */
export const useInstanceForecast = (id: string) =>
  useEndpoint(instanceGuards.forecast, { params: { id } }, { every: refreshMs, live, liveId: id })

/** Saves the rules and refreshes the displayed instance. */
export function useSaveGuard(id: string, options: ActionOptions<typeof instanceGuards.update> = {}) {
  const params = { id }
  const { run, ...state } = useAction(instanceGuards.update, { ...options, answers: [instanceGuards.get, { params }] })
  return { ...state, save: (body: InstanceGuardForm) => run({ params, body }) }
}

/** Postpones a stop. */
export function useExtendGuard(id: string) {
  const params = { id }
  const { run, pending } = useAction(instanceGuards.extend, { answers: [instanceGuards.get, { params }] })
  return { extend: (rule: 'timer' | 'schedule' | 'spend' | 'idle') => void run({ params, body: { rule } }), pending }
}
