import type { Kysely } from 'kysely'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { DB } from '#server/db/types.ts'

/** All SQL of instances that may not run now: those of frozen users, and those on hosts under maintenance. */
export const forcedStopsRepo = (db: Kysely<DB>) => {
  const running = () =>
    db
      .selectFrom('instances as i')
      .innerJoin('users as u', 'u.id', 'i.user_id')
      .innerJoin('hosts as h', 'h.id', 'i.host_id')
      .where('i.released_at', 'is', null)
      .where('i.status', 'in', [instanceStatusCodes.running, instanceStatusCodes.starting])
      .where((eb) => eb.or([eb('u.frozen_at', 'is not', null), eb('h.maintenance_since', 'is not', null)]))
  return {
    list: () => running().select('i.id').orderBy('i.id').execute(),
    listOf: (userId: string) => running().where('i.user_id', '=', userId).select('i.id').orderBy('i.id').execute(),
    /** Returns why an instance may not run; undefined if it may. */
    why: (id: string) =>
      running().where('i.id', '=', id).select(['u.frozen_at', 'u.frozen_reason', 'h.maintenance_since']).executeTakeFirst(),
  }
}
