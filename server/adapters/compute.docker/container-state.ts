import type { ContainerInspectInfo } from 'dockerode'
import { buildEndedState, buildStartFailure, type RunState } from '#server/adapters/compute.shared/run-state.ts'
import type { InstancePhase, ObservedInstance } from '#server/ports/compute.ts'
import type { OurContainer } from './containers.ts'
import { isStoppedName } from './names.ts'

const podmanStopping = 'stopping'

/** Maps a container to an observed state. `booting`: we are starting it right now. */
export const toObservedContainer = ({ ref, info }: OurContainer, now: Date, booting: boolean): ObservedInstance => ({
  ref,
  ...computeContainerState(info, booting),
  observed_at: now,
})

function computeContainerState({ Name, State }: ContainerInspectInfo, booting: boolean): RunState {
  const askedToStop = isStoppedName(Name)
  if (booting) return { phase: 'starting' }
  if (State.Status === 'created')
    return State.Error && !askedToStop ? buildStartFailure(State.Error) : toPhaseState(askedToStop ? 'stopped' : 'creating')
  if (State.Paused) return { phase: 'unknown', message: '容器被暂停。' }
  if (State.Status === 'removing' || State.Status === podmanStopping) return toPhaseState('stopping')
  if (State.Running || State.Restarting) {
    return askedToStop ? toPhaseState('stopping') : { phase: 'running', started_at: new Date(State.StartedAt) }
  }
  if (askedToStop) return { phase: 'stopped', exit_code: State.ExitCode }
  if (State.Error) return buildStartFailure(State.Error)
  return buildEndedState(State.ExitCode, State.OOMKilled)
}

/** True while its processes run. Podman does not report a container that is stopping as running. */
export const isContainerLive = ({ State }: ContainerInspectInfo): boolean => State.Running || State.Status === podmanStopping

const toPhaseState = (phase: InstancePhase): RunState => ({ phase })
