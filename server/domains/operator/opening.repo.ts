import { type Kysely, sql } from 'kysely'
import type { OpeningStep } from '#contract/operator/opening.ts'
import type { DB } from '#server/db/types.ts'

export interface OpeningFacts {
  administrators: number
  /** The last payment that came from a provider rather than from the sandbox's cashier. */
  paid_at: Date | null
  regions: number
  hosts_registered: number
  hosts_ready: number
  images: number
  products: number
  products_priced: number
  products_on_sale: number
  /** Products on sale with at least one free card. */
  products_to_have: number
}

/** All SQL of the opening checklist. */
export const openingRepo = (db: Kysely<DB>) => ({
  marks: () => db.selectFrom('opening_marks').selectAll().execute(),
  facts: async (): Promise<OpeningFacts> => {
    const { rows } = await sql<OpeningFacts>`select
      (select count(*)::int from users where role = 'operator_admin' and frozen_at is null) as administrators,
      (select max(paid_at) from recharges where status = 'paid' and provider_no is not null) as paid_at,
      (select count(*)::int from regions) as regions,
      (select count(*)::int from hosts where region_id is not null) as hosts_registered,
      (select count(*)::int from hosts where schedulable) as hosts_ready,
      (select count(*)::int from images where on_offer) as images,
      (select count(*)::int from products) as products,
      (select count(*)::int from products p where exists (select 1 from product_prices v where v.product_id = p.id)) as products_priced,
      (select count(*)::int from products where on_sale) as products_on_sale,
      (select count(*)::int from products p where p.on_sale and exists (
        select 1 from gpus g join hosts h on h.id = g.host_id
        where h.schedulable and h.region_id = p.region_id and g.model = p.gpu_model and g.sellable)) as products_to_have`.execute(
      db,
    )
    return rows[0]!
  },
  setSkipped: (step: OpeningStep, skipped: { at: Date; by: string } | null) => {
    const mark = { skipped_at: skipped?.at ?? null, skipped_by: skipped?.by ?? null }
    return db
      .insertInto('opening_marks')
      .values({ step, ...mark })
      .onConflict((conflict) => conflict.column('step').doUpdateSet(mark))
      .execute()
  },
  setTest: (step: OpeningStep, test: { at: Date; by: string; ok: boolean; answer: string }) => {
    const mark = { tested_at: test.at, tested_by: test.by, test_ok: test.ok, test_answer: test.answer }
    return db
      .insertInto('opening_marks')
      .values({ step, ...mark })
      .onConflict((conflict) => conflict.column('step').doUpdateSet(mark))
      .execute()
  },
})
