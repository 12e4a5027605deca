import { type Kysely, sql } from 'kysely'
import { metricNames } from '#contract/monitor.ts'
import type { DB } from '#server/db/types.ts'
import { mapFigures, selectFigures, selectUsageSource, toFigureColumn } from '#server/db/usage-points.ts'

const columns = sql.join(mapFigures(metricNames, toFigureColumn))
const replacedColumns = sql.join(
  mapFigures(metricNames, (metric, part) => sql`${toFigureColumn(metric, part)} = excluded.${toFigureColumn(metric, part)}`),
)

/** All SQL that rolls up samples into buckets and deletes old ones. */
export const rollupRepo = (db: Kysely<DB>) => ({
  rolledUntil: async (stepS: number): Promise<Date | undefined> =>
    (await db.selectFrom('usage_rollups').select('rolled_until').where('step_s', '=', stepS).executeTakeFirst())?.rolled_until,
  markRolled: (stepS: number, rolledUntil: Date) =>
    db
      .insertInto('usage_rollups')
      .values({ step_s: stepS, rolled_until: rolledUntil })
      .onConflict((conflict) => conflict.column('step_s').doUpdateSet({ rolled_until: rolledUntil }))
      .execute(),
  /** Recomputes the whole buckets of a step within [from, to); idempotent. */
  gather: (stepS: number, sourceS: number, from: Date, to: Date) =>
    sql`insert into usage_points (instance_id, step_s, card, at, ${columns})
      select instance_id, ${stepS}::integer, card, bucket, ${columns} from (
        select instance_id, card, date_bin(make_interval(secs => ${stepS}), at, 'epoch') as bucket, ${selectFigures(sourceS)}
        from ${selectUsageSource(sourceS)} where at >= ${from} and at < ${to} group by instance_id, card, bucket) as gathered
      on conflict (instance_id, step_s, card, at) do update set ${replacedColumns}`.execute(db),
  forgetSamples: (before: Date) => db.deleteFrom('usage_samples').where('at', '<', before).execute(),
  forgetPoints: (stepS: number, before: Date) =>
    db.deleteFrom('usage_points').where('step_s', '=', stepS).where('at', '<', before).execute(),
  forgetCards: (before: Date) => db.deleteFrom('card_spells').where('seen_at', '<', before).execute(),
})
