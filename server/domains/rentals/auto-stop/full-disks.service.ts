import { status_codes } from '#contract/instance-actions.ts'
import type { Deps } from '#server/deps.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import { noticeOfFillingDisk } from '#server/domains/rentals/auto-stop/auto-stop.notifications.ts'
import { guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import { stopByRule } from '#server/domains/rentals/auto-stop/power-by-rule.service.ts'
import { toldOf } from '#server/domains/rentals/auto-stop/rule-result.policy.ts'
import { lockInstance } from '#server/domains/rentals/instances/lock.service.ts'
import { inTransaction } from '#server/tx.ts'

/** How full the disks of a running instance were found: sold in GB, used in MiB, null where nobody can tell. */
export interface DiskLevels {
  id: string
  sys_disk_gb: number
  data_disk_gb: number
  sys_disk_mb: number | null
  data_disk_mb: number | null
}

const warned_from = 0.9
/** After a stop, what is too much may be deleted for so long before it stops the next run. */
const cleaning_ms = 15 * 60_000
/** What a boot and a clean-up write by themselves meanwhile. */
const slack_mb = 1024

interface Level {
  disk: 'system' | 'data'
  name: string
  gb: number
  used_mb: number
}

/** The fuller of the two. */
function fullestOf({ sys_disk_gb, data_disk_gb, sys_disk_mb, data_disk_mb }: DiskLevels): Level | undefined {
  const levels: Level[] = [
    { disk: 'system' as const, name: '系统盘', gb: sys_disk_gb, used_mb: sys_disk_mb ?? 0 },
    { disk: 'data' as const, name: '数据盘', gb: data_disk_gb, used_mb: data_disk_mb ?? 0 },
  ].filter(({ gb }) => gb > 0)
  return levels.sort((a, b) => b.used_mb / b.gb - a.used_mb / a.gb)[0]
}

/**
 * A disk that only is measured ends here: its owner hears of it at 90 %, once a run, and beyond what was sold the instance
 * is stopped, data kept (decision 051). One that is enforced never comes so far.
 */
export async function judgeDisks(deps: Deps, levels: DiskLevels): Promise<void> {
  const level = fullestOf(levels)
  const share = level ? level.used_mb / (level.gb * 1024) : 0
  if (!level || share < warned_from) return
  const { disks } = await deps.compute.capabilities()
  await inTransaction(deps, async (tx) => {
    const row = await lockInstance(tx.db, levels.id)
    if (!row || row.released_at || row.status !== status_codes.running) return
    const repo = guardsRepo(tx.db)
    const told: Record<string, string | undefined> = { ...toldOf(await repo.lock(row.id)) }
    const keep = (changes: Record<string, string>) => repo.update(row.id, { told: JSON.stringify({ ...told, ...changes }) })
    const used = `${level.name}已用 ${(level.used_mb / 1024).toFixed(1)} GB，上限 ${level.gb} GB`
    if (share > 1) {
      const ran_ms = deps.clock.now().getTime() - (row.started_at?.getTime() ?? 0)
      const cleaning = ran_ms < cleaning_ms && level.used_mb <= Number(told.disk_stopped ?? 0) + slack_mb
      if (cleaning) return
      await keep({ disk_stopped: String(level.used_mb) })
      const why = `磁盘已满：${used}。请扩容，或在下次开机后 ${cleaning_ms / 60_000} 分钟内清理`
      return stopByRule(tx, row, { reason: 'disk', why })
    }
    const run = `${level.disk}:${level.gb}:${row.started_at?.toISOString() ?? ''}`
    if (told.disk_near === run) return
    await keep({ disk_near: run })
    await notify(tx, { user_id: row.user_id, ...noticeOfFillingDisk(row, used, disks[level.disk]) })
  })
}
