import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { projectsRepo } from '#server/domains/money/projects/projects.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** Counts the cards of a project's members that run or are asked to run. */
export const countProjectGpus = (db: Kysely<DB>, projectId: string): Promise<number> => projectsRepo(db).countGpus(projectId)

interface GpuQuota {
  project_id: string | null
  project_name: string | null
  gpus_max: number | null
}

export interface GpuWish {
  gpu_num: number
  /** Instance that gets the cards, whose own are not counted twice. */
  instance_id?: string | undefined
  /** Locks the project until the transaction ends, so that no other member takes the same cards; wallets are locked before it. */
  lock?: boolean
}

/** Refuses more cards at once than the project of a sub-account may use (docs/decisions/112). */
export async function assertWithinGpuQuota(
  db: Kysely<DB>,
  { project_id: projectId, project_name: name, gpus_max: gpusMax }: GpuQuota,
  { gpu_num: gpuNum, instance_id: instanceId, lock = false }: GpuWish,
): Promise<void> {
  if (projectId === null || gpusMax === null) return
  const repo = projectsRepo(db)
  if (lock) await repo.lockGpus(projectId)
  const used = await repo.countGpus(projectId, instanceId)
  if (used + gpuNum <= gpusMax) return
  const message = `项目「${name}」最多同时使用 ${gpusMax} 张卡，正在使用 ${used} 张，这台需要 ${gpuNum} 张`
  throw new Refusal('project_gpus_limit', { message })
}
