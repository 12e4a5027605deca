import type { ContainerInspectInfo } from 'dockerode'
import type { FailureReason, InstancePhase, ObservedInstance } from '#server/ports/compute.ts'
import type { OurContainer } from './containers.ts'
import { isStoppedName } from './names.ts'

/** Exit codes of a process ended by a signal; the sender is unknown. */
const signalMessages: Record<number, string> = { 137: '被强制终止（SIGKILL）', 143: '被终止（SIGTERM）' }
const podmanStopping = 'stopping'
/** Exit codes of the engine's init if it cannot run the command. */
const notRunnableCodes = [126, 127]

const failureMessages: Partial<Record<FailureReason, string>> = {
  OutOfMemory: '实例内存不足，主进程被系统终止。',
  GpuMissing: '实例内没有检测到分配的 GPU。',
  PortConflict: '主机端口冲突，容器无法启动。',
  DiskFull: '主机磁盘空间不足，容器无法启动。',
}
const startFailures: readonly [pattern: RegExp, reason: FailureReason][] = [
  [/device driver|nvidia|nvml|cdi|ascend|\/dev\/(?:davinci|xpu)/i, 'GpuMissing'],
  [/port is already allocated|address already in use/i, 'PortConflict'],
  [/no space left on device/i, 'DiskFull'],
]

type ContainerState = Pick<ObservedInstance, 'phase' | 'reason' | 'message' | 'exit_code' | 'started_at'>

/** Maps a container to an observed state. `booting`: we are starting it right now. */
export const toObservedContainer = ({ ref, info }: OurContainer, now: Date, booting: boolean): ObservedInstance => ({
  ref,
  ...computeContainerState(info, booting),
  observed_at: now,
})

function computeContainerState({ Name, State }: ContainerInspectInfo, booting: boolean): ContainerState {
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

const toPhaseState = (phase: InstancePhase): ContainerState => ({ phase })

function buildStartFailure(words: string): ContainerState {
  const reason = startFailures.find(([pattern]) => pattern.test(words))?.[1] ?? 'ExitedError'
  return { phase: 'failed', reason, message: `${failureMessages[reason] ?? '容器无法启动。'}（${words.slice(0, 200)}）` }
}

/** Maps an exit to a state. Only the engine knows of out-of-memory, since 137 is any kill; Podman reports just a kill. */
function buildEndedState(exitCode: number, oomKilled: boolean): ContainerState {
  if (exitCode === 0) return { phase: 'stopped', reason: 'ExitedOk', exit_code: exitCode, message: '实例的主进程已正常结束。' }
  if (oomKilled) return { phase: 'failed', reason: 'OutOfMemory', exit_code: exitCode, message: failureMessages.OutOfMemory! }
  const bySignal = signalMessages[exitCode]
  if (bySignal) return { phase: 'failed', reason: 'Killed', exit_code: exitCode, message: `实例的主进程${bySignal}。` }
  const what = notRunnableCodes.includes(exitCode) ? '镜像的启动命令不存在或无法执行' : '实例的主进程意外退出'
  return { phase: 'failed', reason: 'ExitedError', exit_code: exitCode, message: `${what}，退出码 ${exitCode}。` }
}

export const gpuMissingState: ContainerState = { phase: 'failed', reason: 'GpuMissing', message: failureMessages.GpuMissing! }
