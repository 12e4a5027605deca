import type { FailureReason, InstancePhase, InstanceSpec, ObservedInstance } from '#server/ports/compute.ts'

/** Lifecycle state of one instance. Times are epoch ms; the visible phase depends only on the clock. */
export type SimulatedState =
  | { at: 'booting'; since: number; pull_ms: number; create_ms: number; start_ms: number; fails?: SimulatedFailure }
  | { at: 'running'; since: number }
  | { at: 'stopping'; since: number; takes_ms: number }
  | { at: 'stopped'; since: number }
  | { at: 'failed'; since: number; failure: SimulatedFailure }

export interface SimulatedFailure {
  reason: FailureReason
  message: string
  exit_code?: number
}

/** Data of an instance that survives restarts of the server. */
export interface InstanceRecord {
  spec: InstanceSpec
  state: SimulatedState
  /** True if this generation ever started, so that the next boot needs no image. */
  made: boolean
  /** The original catalogue image, if `spec.image` is a saved one. */
  base?: string
}

/** Advances the state to `now`: finishes boots and stops that are due. Idempotent. */
export function advanceState(state: SimulatedState, now: number): SimulatedState {
  const end = computeEnd(state)
  if (end === undefined) return state
  if (state.since > now) return advanceState({ ...state, since: now }, now) // the clock was set back: restart the wait
  if (now < end) return state
  if (state.at === 'stopping') return { at: 'stopped', since: end }
  if (state.at === 'booting' && state.fails) return { at: 'failed', since: end, failure: state.fails }
  return { at: 'running', since: end }
}

function computeEnd(state: SimulatedState): number | undefined {
  if (state.at === 'stopping') return state.since + state.takes_ms
  if (state.at !== 'booting') return undefined
  return state.since + state.pull_ms + (state.fails ? 0 : state.create_ms + state.start_ms)
}

/** Returns the port's name for the phase of a settled state. */
function computePhase(state: SimulatedState, now: number): InstancePhase {
  if (state.at !== 'booting') return state.at
  const passed = now - state.since
  if (passed < state.pull_ms) return 'pulling'
  return passed < state.pull_ms + state.create_ms ? 'creating' : 'starting'
}

/** Returns the ms until the phase of a settled state changes by itself. */
export function computeNextPhaseMs(state: SimulatedState, now: number): number | undefined {
  if (state.at === 'stopping') return state.since + state.takes_ms - now
  if (state.at !== 'booting') return undefined
  const steps = [state.pull_ms, state.pull_ms + state.create_ms, state.pull_ms + state.create_ms + state.start_ms]
  return steps.map((step) => state.since + step - now).find((left) => left > 0)
}

/** True if the instance holds its cores, memory and cards. */
export const isHoldingResources = (state: SimulatedState): boolean => state.at !== 'stopped' && state.at !== 'failed'

export function toObservedInstance({ spec, state }: InstanceRecord, now: Date, hostLost: boolean): ObservedInstance {
  const ref = { installation_id: spec.installation_id, id: spec.id, generation: spec.generation }
  const used = spec.gpu_uuids.length > 0 && isHoldingResources(state) ? { gpu_uuids: spec.gpu_uuids } : {}
  if (hostLost) {
    return { ref, phase: 'unknown', reason: 'NodeLost', message: `主机 ${spec.host} 没有应答。`, ...used, observed_at: now }
  }
  const failure: Partial<SimulatedFailure> = state.at === 'failed' ? state.failure : {}
  const started: Pick<ObservedInstance, 'started_at'> = state.at === 'running' ? { started_at: new Date(state.since) } : {}
  return { ref, phase: computePhase(state, now.getTime()), ...failure, ...started, ...used, observed_at: now }
}
