import type { Deps } from '#server/deps.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { notifyHostOperators } from '#server/domains/rentals/capacity/card-health.service.ts'
import { hostHealthRepo } from '#server/domains/rentals/capacity/host-health.repo.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import type { FailureReason, ObservedInstance } from '#server/ports/compute.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

type Booting = Pick<InstanceRow, 'id' | 'host_id' | 'gpu_mode'>

/** Failures that speak against the host. What an image or its program does is the renter's, and so is want of memory. */
const hostFailures = {
  GpuMissing: '实例内看不到分配的 GPU',
  DiskFull: '主机磁盘空间不足',
  PortConflict: '主机端口冲突',
  NodeLost: '主机没有应答',
  Evicted: '引擎为保护主机结束了实例',
  ExitedError: '容器运行时无法启动容器',
} as const satisfies Partial<Record<FailureReason, string>>

/** So many instances in a row, of more than one person: nobody can close hosts with images that do not start. */
const instancesToHold = 3
const peopleToHold = 2

/** Returns what a failed boot says against its host. A main process that ran and ended by itself has an exit code. */
function findHostFault({ reason, exit_code: exitCode }: Pick<ObservedInstance, 'reason' | 'exit_code'>): string | undefined {
  if (reason === undefined || !Object.hasOwn(hostFailures, reason)) return undefined
  if (reason === 'ExitedError' && exitCode !== undefined) return undefined
  return hostFailures[reason as keyof typeof hostFailures]
}

/** Counts a failed boot against its host, and holds the host once there are too many in a row (docs/decisions/124). */
export async function recordFailedBoot(tx: Tx, row: Booting, observed: ObservedInstance): Promise<void> {
  const reason = findHostFault(observed)
  if (reason === undefined) return
  const { id, host_id: hostId } = row
  await hostHealthRepo(tx.db).noteFailedBoot({ host_id: hostId, instance_id: id, reason, at: tx.now() })
  // By itself: who maintains a host locks it before its instances.
  tx.afterCommit(() => holdFailingHost(tx.deps, hostId))
}

/** A boot with cards that succeeded ends the row of failures; one without cards proves too little. */
export async function recordBoot(tx: Tx, { host_id: hostId, gpu_mode: gpuMode }: Booting): Promise<void> {
  if (gpuMode !== 'none') await hostHealthRepo(tx.db).forgetFailedBoots(hostId)
}

const holdFailingHost = (deps: Deps, hostId: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const repo = hostHealthRepo(tx.db)
    const { instances, people, reasons } = await repo.failedBoots(hostId)
    if (instances < instancesToHold || people < peopleToHold) return
    const reason = `连续 ${instances} 台实例启动失败：${reasons.join('、')}`
    if (!(await repo.holdHost(hostId, reason, tx.now()))) return
    tx.afterCommit(() => tx.deps.log.warn({ host: hostId, reason }, 'a host is taken out of sale'))
    await publishChange(tx, { user_id: null, resource: 'products', id: null })
    await notifyHostOperators(tx, {
      title: `主机 ${hostId} 停止接收新实例`,
      content: `${reason}。主机不再接收新实例，正在运行的实例不受影响。处理好以后，请在运营后台的「主机」里恢复上架。`,
      link: `/operator/hosts/${hostId}`,
    })
  })
