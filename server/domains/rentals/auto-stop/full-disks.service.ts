import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { Deps } from '#server/deps.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { buildDiskFillingNotice } from '#server/domains/rentals/auto-stop/auto-stop.notifications.ts'
import { guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import { stopByRule } from '#server/domains/rentals/auto-stop/power-by-rule.service.ts'
import { notifiedStopsOf } from '#server/domains/rentals/auto-stop/rule-result.policy.ts'
import { getHostCapabilities } from '#server/domains/rentals/capacity/hosts.service.ts'
import { lockInstance } from '#server/domains/rentals/instances/lock.service.ts'
import { inTransaction } from '#server/tx.ts'

/** Disk usage of a running instance: size in GB, used space in MiB, null if unknown. */
export interface DiskLevels {
  id: string
  sys_disk_gb: number
  data_disk_gb: number
  sys_disk_mb: number | null
  data_disk_mb: number | null
}

const warningShare = 0.9
/** Grace period of a new run in which the user may delete data before a full disk stops it again. */
const cleanupGraceMs = 15 * 60_000
/** What a boot and a clean-up may write meanwhile. */
const slackMb = 1024

interface DiskUse {
  disk: 'system' | 'data'
  name: string
  gb: number
  used_mb: number
}

/** Returns the fuller of the two disks. */
function findFullestDisk({
  sys_disk_gb: sysDiskGb,
  data_disk_gb: dataDiskGb,
  sys_disk_mb: sysDiskMb,
  data_disk_mb: dataDiskMb,
}: DiskLevels): DiskUse | undefined {
  const levels: DiskUse[] = [
    { disk: 'system' as const, name: '系统盘', gb: sysDiskGb, used_mb: sysDiskMb ?? 0 },
    { disk: 'data' as const, name: '数据盘', gb: dataDiskGb, used_mb: dataDiskMb ?? 0 },
  ].filter(({ gb }) => gb > 0)
  return levels.sort((a, b) => b.used_mb / b.gb - a.used_mb / a.gb)[0]
}

/**
 * Handles disks whose size is only measured, not enforced: at 90 % the owner is notified once per run; above the sold size the
 * instance is stopped and its data kept (decision 051). Enforced disks never exceed their size.
 */
export async function enforceDiskLimits(deps: Deps, levels: DiskLevels): Promise<void> {
  const level = findFullestDisk(levels)
  const share = level ? level.used_mb / (level.gb * 1024) : 0
  if (!level || share < warningShare) return
  await inTransaction(deps, async (tx) => {
    const row = await lockInstance(tx.db, levels.id)
    if (!row || row.released_at || row.status !== instanceStatusCodes.running) return
    const repo = guardsRepo(tx.db)
    const told: Record<string, string | undefined> = { ...notifiedStopsOf(await repo.lock(row.id)) }
    const keep = (changes: Record<string, string>) => repo.update(row.id, { told: JSON.stringify({ ...told, ...changes }) })
    const used = `${level.name}已用 ${(level.used_mb / 1024).toFixed(1)} GB，上限 ${level.gb} GB`
    if (share > 1) {
      const ranMs = deps.clock.now().getTime() - (row.started_at?.getTime() ?? 0)
      const cleaning = ranMs < cleanupGraceMs && level.used_mb <= Number(told.disk_stopped ?? 0) + slackMb
      if (cleaning) return
      await keep({ disk_stopped: String(level.used_mb) })
      const why = `磁盘已满：${used}。请扩容，或在下次开机后 ${cleanupGraceMs / 60_000} 分钟内清理`
      return stopByRule(tx, row, { reason: 'disk', why })
    }
    const run = `${level.disk}:${level.gb}:${row.started_at?.toISOString() ?? ''}`
    if (told.disk_near === run) return
    await keep({ disk_near: run })
    const capabilities = await getHostCapabilities(tx.db, row.host_id)
    await notifyUser(tx, {
      user_id: row.user_id,
      ...buildDiskFillingNotice(row, used, capabilities[`limits_${level.disk}_disk`]),
    })
  })
}
