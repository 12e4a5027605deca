import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { ArtPattern, Banner } from '#contract/banners.ts'
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
  art: art as ArtPattern,
})

export const isBannerShown = ({ visible_from: visibleFrom, visible_to: visibleTo }: BannerRow, now: Date): boolean =>
  (!visibleFrom || visibleFrom <= now) && (!visibleTo || visibleTo > now)

/** Returns the slides of the home carousel, in order. */
export const listShownBanners = async ({ database, clock }: Deps) =>
  (await siteContentRepo(database.kysely).shown(clock.now())).map(presentBanner)

export const listBannerRows = (db: Kysely<DB>, query: Parameters<ReturnType<typeof siteContentRepo>['page']>[0]) =>
  siteContentRepo(db).page(query)

export async function getBannerRow(db: Kysely<DB>, id: string): Promise<BannerRow> {
  const row = await siteContentRepo(db).find(id)
  if (!row) throw new Refusal('not_found')
  return row
}

export async function lockBanner(trx: Transaction<DB>, id: string): Promise<BannerRow> {
  const row = await siteContentRepo(trx).lock(id)
  if (!row) throw new Refusal('not_found')
  return row
}

const parseMoment = (at: string | null) => (at === null ? null : new Date(at))
const toBannerColumns = ({ visible_from: visibleFrom, visible_to: visibleTo, ...form }: BannerForm) => ({
  ...form,
  visible_from: parseMoment(visibleFrom),
  visible_to: parseMoment(visibleTo),
})

/** Creates a banner and returns its id. */
export async function createBanner(trx: Transaction<DB>, form: BannerForm, now: Date): Promise<string> {
  const id = newId('banner')
  await siteContentRepo(trx).insert({ ...toBannerColumns(form), id, created_at: now })
  return id
}
export const updateBanner = (trx: Transaction<DB>, id: string, form: BannerForm) =>
  siteContentRepo(trx).update(id, toBannerColumns(form))
export const removeBanner = (trx: Transaction<DB>, id: string) => siteContentRepo(trx).remove(id)

/** Returns the home message (requirements §2): the operator's text, else the configured one. */
export async function getHomeMessageSetting(db: Kysely<DB>, { home_message: homeMessage }: Pick<Deps['config'], 'home_message'>) {
  const row = await siteContentRepo(db).text('home_message')
  const defaultText = homeMessage ?? ''
  return {
    text: row?.text ?? defaultText,
    set: row !== undefined,
    default_text: defaultText,
    updated_at: row?.updated_at.toISOString() ?? null,
  }
}
/** Returns the home message as the site shows it; null means no message. */
export const findShownHomeMessage = async ({ database, config }: Pick<Deps, 'database' | 'config'>): Promise<string | null> =>
  (await getHomeMessageSetting(database.kysely, config)).text || null

export const setHomeMessage = (trx: Transaction<DB>, text: string, now: Date) =>
  siteContentRepo(trx).setText('home_message', text, now)
export const deleteHomeMessage = (trx: Transaction<DB>) => siteContentRepo(trx).dropText('home_message')
