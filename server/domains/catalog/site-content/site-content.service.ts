import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Art, Banner } from '#contract/banners.ts'
import type { BannerForm } from '#contract/operator/site-content.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { type BannerRow, siteContentRepo } from '#server/domains/catalog/site-content/site-content.repo.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'

export type { BannerRow }

export const presentBanner = ({ id, title, text, link, art }: BannerRow): z.input<typeof Banner> => ({
  id,
  title,
  text,
  link,
  art: art as Art,
})

export const isShown = ({ visible_from, visible_to }: BannerRow, now: Date): boolean =>
  (!visible_from || visible_from <= now) && (!visible_to || visible_to > now)

/** The slides of the home carousel, in order. */
export const listBanners = async ({ database, clock }: Deps) =>
  (await siteContentRepo(database.kysely).shown(clock.now())).map(presentBanner)

export const pageOfBanners = (db: Kysely<DB>, query: Parameters<ReturnType<typeof siteContentRepo>['page']>[0]) =>
  siteContentRepo(db).page(query)

export async function getBanner(db: Kysely<DB>, id: string): Promise<BannerRow> {
  const row = await siteContentRepo(db).find(id)
  if (!row) throw new Refusal('not_found')
  return row
}

export async function lockBanner(trx: Transaction<DB>, id: string): Promise<BannerRow> {
  const row = await siteContentRepo(trx).lock(id)
  if (!row) throw new Refusal('not_found')
  return row
}

const momentOf = (at: string | null) => (at === null ? null : new Date(at))
const columnsOf = ({ visible_from, visible_to, ...form }: BannerForm) => ({
  ...form,
  visible_from: momentOf(visible_from),
  visible_to: momentOf(visible_to),
})

/** Answers the id of the new banner. */
export async function createBanner(trx: Transaction<DB>, form: BannerForm, now: Date): Promise<string> {
  const id = newId('banner')
  await siteContentRepo(trx).insert({ ...columnsOf(form), id, created_at: now })
  return id
}
export const updateBanner = (trx: Transaction<DB>, id: string, form: BannerForm) =>
  siteContentRepo(trx).update(id, columnsOf(form))
export const removeBanner = (trx: Transaction<DB>, id: string) => siteContentRepo(trx).remove(id)

/** The home message (spec §2): what an operator set, or else what is configured. */
export async function homeMessage(db: Kysely<DB>, { home_message }: Pick<Deps['config'], 'home_message'>) {
  const row = await siteContentRepo(db).text('home_message')
  const default_text = home_message ?? ''
  return {
    text: row?.text ?? default_text,
    set: row !== undefined,
    default_text,
    updated_at: row?.updated_at.toISOString() ?? null,
  }
}
/** The same as the site asks for it: null shows nothing. */
export const shownHomeMessage = async ({ database, config }: Pick<Deps, 'database' | 'config'>): Promise<string | null> =>
  (await homeMessage(database.kysely, config)).text || null

export const setHomeMessage = (trx: Transaction<DB>, text: string, now: Date) =>
  siteContentRepo(trx).setText('home_message', text, now)
export const dropHomeMessage = (trx: Transaction<DB>) => siteContentRepo(trx).dropText('home_message')
