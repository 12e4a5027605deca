import { type Kysely, sql } from 'kysely'
import { metric_names } from '#contract/monitor.ts'
import type { DB } from '#server/db/types.ts'
import { eachFigure, figureColumn, figuresOver, sourceOf } from '#server/db/usage-points.ts'

const columns = sql.join(eachFigure(metric_names, figureColumn))
const replaced = sql.join(
  eachFigure(metric_names, (metric, part) => sql`${figureColumn(metric, part)} = excluded.${figureColumn(metric, part)}`),
)

/** All SQL of gathering samples into buckets and of forgetting them. */
export const rollupRepo = (db: Kysely<DB>) => ({
  rolledUntil: async (step_s: number): Promise<Date | undefined> =>
    (await db.selectFrom('usage_rollups').select('rolled_until').where('step_s', '=', step_s).executeTakeFirst())?.rolled_until,
  markRolled: (step_s: number, rolled_until: Date) =>
    db
      .insertInto('usage_rollups')
      .values({ step_s, rolled_until })
      .onConflict((conflict) => conflict.column('step_s').doUpdateSet({ rolled_until }))
      .execute(),
  /** Computes the buckets of a step within [from, to), whole buckets, anew; again changes nothing. */
  gather: (step_s: number, source_s: number, from: Date, to: Date) =>
    sql`insert into usage_points (instance_id, step_s, card, at, ${columns})
      select instance_id, ${step_s}::integer, card, bucket, ${columns} from (
        select instance_id, card, date_bin(make_interval(secs => ${step_s}), at, 'epoch') as bucket, ${figuresOver(source_s)}
        from ${sourceOf(source_s)} where at >= ${from} and at < ${to} group by instance_id, card, bucket) as gathered
      on conflict (instance_id, step_s, card, at) do update set ${replaced}`.execute(db),
  forgetSamples: (before: Date) => db.deleteFrom('usage_samples').where('at', '<', before).execute(),
  forgetPoints: (step_s: number, before: Date) =>
    db.deleteFrom('usage_points').where('step_s', '=', step_s).where('at', '<', before).execute(),
  forgetCards: (before: Date) => db.deleteFrom('card_spells').where('seen_at', '<', before).execute(),
})
