import { type InstanceStatus, instanceStatusCodes as s } from '#contract/instance-actions.ts'
import type { InstancePhase } from '#server/ports/compute.ts'

export interface MachineState {
  status: InstanceStatus
  desired: 'running' | 'stopped' | 'released'
  restarting: boolean
}

/** The machine's part of a row; the database checks that its texts and numbers are these. */
export const toMachineState = (row: { status: number; desired: string; restarting: boolean }): MachineState => ({
  status: row.status as InstanceStatus,
  desired: row.desired as MachineState['desired'],
  restarting: row.restarting,
})

/** Statuses the platform itself may move between. A user's actions are in contract/instance-actions. */
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

/** What saves its system disk runs on and is metered; what becomes of it is looked at when that is over. */
export const isStillRunning = ({ status, desired }: { status: number; desired: string }): boolean =>
  status === s.running || (status === s.saving && desired === 'running')

/** What the reconciler does next, from what is wanted and what was last seen. */
export type ReconcileStep = 'rest' | 'ensure_running' | 'ensure_stopped' | 'ensure_absent'

export function computeReconcileStep({ status, desired, restarting }: MachineState): ReconcileStep {
  if (desired === 'released') return 'ensure_absent'
  if (desired === 'stopped' || restarting) return 'ensure_stopped'
  return status === s.running ? 'rest' : 'ensure_running'
}

/** How long an instance may be on its way, its image aside. */
const startTimeoutMs: Partial<Record<InstanceStatus, number>> = { [s.creating]: 30 * 60_000, [s.starting]: 5 * 60_000 }

/** How far the image of a start is, and when more of it last came. */
export interface ImageProgress {
  percent: number | null
  progress_at: Date | null
}

/**
 * What of a start has taken longer than it may: an image that has stopped coming, or whatever else is to be done, which has
 * its time from when the image is there.
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

/** The step of a boot that a phase belongs to; a phase outside a boot has none. */
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
