import type { FailureReason, ObservedInstance } from '#server/ports/compute.ts'

/** Exit codes of a process ended by a signal; the sender is unknown. */
const signalMessages: Record<number, string> = { 137: '被强制终止（SIGKILL）', 143: '被终止（SIGTERM）' }
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

/** What an engine says of one run. */
export type RunState = Pick<ObservedInstance, 'phase' | 'reason' | 'message' | 'exit_code' | 'started_at'>

export function buildStartFailure(words: string): RunState {
  const reason = startFailures.find(([pattern]) => pattern.test(words))?.[1] ?? 'ExitedError'
  return { phase: 'failed', reason, message: `${failureMessages[reason] ?? '容器无法启动。'}（${words.slice(0, 200)}）` }
}

/** Maps an exit to a state. Only the engine knows of out-of-memory, since 137 is any kill; Podman reports just a kill. */
export function buildEndedState(exitCode: number, oomKilled: boolean): RunState {
  if (exitCode === 0) return { phase: 'stopped', reason: 'ExitedOk', exit_code: exitCode, message: '实例的主进程已正常结束。' }
  if (oomKilled) return { phase: 'failed', reason: 'OutOfMemory', exit_code: exitCode, message: failureMessages.OutOfMemory! }
  const bySignal = signalMessages[exitCode]
  if (bySignal) return { phase: 'failed', reason: 'Killed', exit_code: exitCode, message: `实例的主进程${bySignal}。` }
  const what = notRunnableCodes.includes(exitCode) ? '镜像的启动命令不存在或无法执行' : '实例的主进程意外退出'
  return { phase: 'failed', reason: 'ExitedError', exit_code: exitCode, message: `${what}，退出码 ${exitCode}。` }
}

export const gpuMissingState: RunState = { phase: 'failed', reason: 'GpuMissing', message: failureMessages.GpuMissing! }
