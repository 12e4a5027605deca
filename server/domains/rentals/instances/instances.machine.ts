import { type InstanceStatus, instanceStatusCodes as s } from '#contract/instance-actions.ts'
import type { InstancePhase } from '#server/ports/compute.ts'

export interface MachineState {
  status: InstanceStatus
  desired: 'running' | 'stopped' | 'released'
  restarting: boolean
}

/** Returns the state-machine part of a row; a database constraint guarantees the valid values. */
export const toMachineState = (row: { status: number; desired: string; restarting: boolean }): MachineState => ({
  status: row.status as InstanceStatus,
  desired: row.desired as MachineState['desired'],
  restarting: row.restarting,
})

/** Status changes that the platform itself may make. User actions are in contract/instance-actions. */
const allowedMoves: Record<InstanceStatus, readonly InstanceStatus[]> = {
  [s.creating]: [s.starting, s.running, s.abnormal, s.releasing],
  [s.starting]: [s.running, s.abnormal, s.shutting_down],
  [s.running]: [s.shutting_down, s.abnormal, s.starting, s.migrating, s.saving],
  [s.shutting_down]: [s.shut_down, s.abnormal, s.starting],
  [s.shut_down]: [s.starting, s.releasing, s.migrating, s.saving],
  [s.releasing]: [],
  [s.abnormal]: [s.starting, s.releasing],
  [s.migrating]: [s.running, s.shut_down, s.abnormal],
  [s.saving]: [s.running, s.shut_down, s.abnormal],
}

export const canMoveInstance = (from: InstanceStatus, to: InstanceStatus): boolean => allowedMoves[from].includes(to)

/** Whether the instance runs. It also runs and is metered while its system disk is saved; its state is checked afterwards. */
export const isStillRunning = ({ status, desired }: { status: number; desired: string }): boolean =>
  status === s.running || (status === s.saving && desired === 'running')

/** The reconciler's next step, derived from the desired and the last observed state. */
export type ReconcileStep = 'rest' | 'ensure_running' | 'ensure_stopped' | 'ensure_absent'

export function computeReconcileStep({ status, desired, restarting }: MachineState): ReconcileStep {
  if (desired === 'released') return 'ensure_absent'
  if (desired === 'stopped' || restarting) return 'ensure_stopped'
  return status === s.running ? 'rest' : 'ensure_running'
}

/** Maximum duration of a start, without the image pull. */
const startTimeoutMs: Partial<Record<InstanceStatus, number>> = { [s.creating]: 30 * 60_000, [s.starting]: 5 * 60_000 }

/** Progress of a start's image pull, and the time of its last progress. */
export interface ImageProgress {
  percent: number | null
  progress_at: Date | null
}

/**
 * Returns which part of a start is overdue: the image pull without progress, or the rest, whose time limit starts when the image
 * is there.
 */
export function computeOverduePart(
  row: MachineState & { phase_since: Date },
  image: ImageProgress | undefined,
  { now, patience_ms: patienceMs }: { now: Date; patience_ms: number },
): 'image' | 'start' | undefined {
  const pulls = image !== undefined && image.percent !== 100
  const limit = startTimeoutMs[row.status]
  if (limit === undefined || row.desired !== 'running') return undefined
  const since = Math.max(row.phase_since.getTime(), image?.progress_at?.getTime() ?? 0)
  if (now.getTime() - since <= (pulls ? patienceMs : limit)) return undefined
  return pulls ? 'image' : 'start'
}

/** The boot step of each phase; phases outside a boot have none. */
export const bootStepByPhase: Partial<Record<InstancePhase, 'image' | 'create' | 'boot' | 'ready'>> = {
  pulling: 'image',
  creating: 'create',
  starting: 'boot',
  running: 'ready',
}

export const bootStepTitles = {
  schedule: '分配主机和 GPU',
  image: '准备镜像',
  create: '创建容器',
  boot: '启动系统',
  ready: '可以使用',
} as const
export type BootStepKey = keyof typeof bootStepTitles
