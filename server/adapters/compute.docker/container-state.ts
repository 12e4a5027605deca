import type { ContainerInspectInfo } from 'dockerode'
import type { FailureReason, Observed, Phase } from '#server/ports/compute.ts'
import type { OurContainer } from './containers.ts'
import { isStoppedName } from './names.ts'

/** What a process answers that somebody ended: not for us to say who. */
const signals: Record<number, string> = { 137: '被强制终止（SIGKILL）', 143: '被终止（SIGTERM）' }
const podman_stopping = 'stopping'
/** What the engine's init exits with when it cannot run the command. */
const not_runnable = [126, 127]

const sentences: Partial<Record<FailureReason, string>> = {
  OutOfMemory: '实例内存不足，主进程被系统终止。',
  GpuMissing: '实例内没有检测到分配的 GPU。',
  PortConflict: '主机端口冲突，容器无法启动。',
  DiskFull: '主机磁盘空间不足，容器无法启动。',
}
const start_failures: readonly [pattern: RegExp, reason: FailureReason][] = [
  [/device driver|nvidia|nvml|cdi/i, 'GpuMissing'],
  [/port is already allocated|address already in use/i, 'PortConflict'],
  [/no space left on device/i, 'DiskFull'],
]

type Seen = Pick<Observed, 'phase' | 'reason' | 'message' | 'exit_code' | 'started_at'>

/** What a container means. `booting`: we are starting it right now. */
export const observedOf = ({ ref, info }: OurContainer, now: Date, booting: boolean): Observed => ({
  ref,
  ...seen(info, booting),
  observed_at: now,
})

function seen({ Name, State }: ContainerInspectInfo, booting: boolean): Seen {
  const asked_to_stop = isStoppedName(Name)
  if (booting) return { phase: 'starting' }
  if (State.Status === 'created')
    return State.Error && !asked_to_stop ? notStarted(State.Error) : at(asked_to_stop ? 'stopped' : 'creating')
  if (State.Paused) return { phase: 'unknown', message: '容器被暂停。' }
  if (State.Status === 'removing' || State.Status === podman_stopping) return at('stopping')
  if (State.Running || State.Restarting) {
    return asked_to_stop ? at('stopping') : { phase: 'running', started_at: new Date(State.StartedAt) }
  }
  if (asked_to_stop) return { phase: 'stopped', exit_code: State.ExitCode }
  if (State.Error) return notStarted(State.Error)
  return ended(State.ExitCode, State.OOMKilled)
}

/** Whether its processes still run. Podman says that one it is stopping does not. */
export const isLive = ({ State }: ContainerInspectInfo): boolean => State.Running || State.Status === podman_stopping

const at = (phase: Phase): Seen => ({ phase })

function notStarted(words: string): Seen {
  const reason = start_failures.find(([pattern]) => pattern.test(words))?.[1] ?? 'ExitedError'
  return { phase: 'failed', reason, message: `${sentences[reason] ?? '容器无法启动。'}（${words.slice(0, 200)}）` }
}

/** Only the engine knows of a lack of memory: 137 alone is any kill. Podman does not say it, so there it is only a kill. */
function ended(exit_code: number, oom_killed: boolean): Seen {
  if (exit_code === 0) return { phase: 'stopped', reason: 'ExitedOk', exit_code, message: '实例的主进程已正常结束。' }
  if (oom_killed) return { phase: 'failed', reason: 'OutOfMemory', exit_code, message: sentences.OutOfMemory! }
  const by_signal = signals[exit_code]
  if (by_signal) return { phase: 'failed', reason: 'Killed', exit_code, message: `实例的主进程${by_signal}。` }
  const what = not_runnable.includes(exit_code) ? '镜像的启动命令不存在或无法执行' : '实例的主进程意外退出'
  return { phase: 'failed', reason: 'ExitedError', exit_code, message: `${what}，退出码 ${exit_code}。` }
}

export const gpuMissing: Seen = { phase: 'failed', reason: 'GpuMissing', message: sentences.GpuMissing! }
