import type { Deps } from '#server/deps.ts'
import { presentInstances } from '#server/domains/rentals/instances/instances.presenter.ts'
import { instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'

/** Creates a reader of changed instances in list format, for the event stream (product §8). */
export const createLiveInstanceReader =
  ({ database, clock }: Pick<Deps, 'database' | 'clock'>) =>
  async (wanted: readonly { user_id: string; id: string }[]) => {
    const views = await instancesRepo(database.kysely).ownViews(wanted)
    const rows = await presentInstances(database.kysely, views, clock.now())
    return views.map(({ user_id: userId, id }, position) => ({ user_id: userId, id, row: rows[position] }))
  }
