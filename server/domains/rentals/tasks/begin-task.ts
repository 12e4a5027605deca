import type { InstanceStatus } from '#contract/instance-actions.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { type InstanceMove, moveInstance } from '#server/domains/rentals/instances/transition.ts'
import { instanceTasksRepo, type NewInstanceTask } from '#server/domains/rentals/tasks/tasks.repo.ts'
import { newId } from '#server/lib/ids.ts'
import type { Tx } from '#server/tx.ts'

/** Starts a task on a locked instance: task row, status and worker wake-up in one transaction. */
export async function startInstanceTask(
  tx: Tx,
  row: InstanceRow,
  task: Omit<NewInstanceTask, 'id' | 'instance_id' | 'started_at'>,
  move: Pick<InstanceMove, 'by' | 'title' | 'detail'> & { to: InstanceStatus },
): Promise<string> {
  const id = newId('task')
  await instanceTasksRepo(tx.db).insert({ ...task, id, instance_id: row.id, started_at: tx.now() })
  await moveInstance(tx, row, { ...move, changes: { task_id: id } })
  return id
}
