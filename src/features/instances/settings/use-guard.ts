import { type InstanceGuardForm, instanceGuards } from '#contract/guards.ts'
import { type ActionOptions, useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

const live = ['instances', 'wallet'] as const

/** What runs costs more by the second; the figures are never older than this. */
const refreshMs = 30_000

/** The rules that may stop an instance, kept current by the stream. */
export const useGuard = (id: string) =>
  useEndpoint(instanceGuards.get, { params: { id } }, { every: refreshMs, live, liveId: id })

/** What it costs to stop now, or to leave it running. */
export const useInstanceForecast = (id: string) =>
  useEndpoint(instanceGuards.forecast, { params: { id } }, { every: refreshMs, live, liveId: id })

/** Saves rules; what is shown of the instance follows. */
export function useSaveGuard(id: string, options: ActionOptions<typeof instanceGuards.update> = {}) {
  const params = { id }
  const { run, ...state } = useAction(instanceGuards.update, { ...options, answers: [instanceGuards.get, { params }] })
  return { ...state, save: (body: InstanceGuardForm) => run({ params, body }) }
}

/** Puts a stop off. */
export function useExtendGuard(id: string) {
  const params = { id }
  const { run, pending } = useAction(instanceGuards.extend, { answers: [instanceGuards.get, { params }] })
  return { extend: (rule: 'timer' | 'schedule' | 'spend' | 'idle') => void run({ params, body: { rule } }), pending }
}
