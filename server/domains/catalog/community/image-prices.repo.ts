import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

interface Row {
  version_id: string
  price_micro: bigint
  name: string
  version: string
}

/** All SQL for image prices. */
export const imagePricesRepo = (db: Kysely<DB>) => ({
  /**
   * Returns the version whose price an image carries: its own, or that of the image it was saved from. Returns nothing for
   * unpublished, free and the author's own images; master and sub-accounts count as one author.
   */
  priced: async (userId: string, imageId: string): Promise<Row | undefined> => {
    const { rows } = await sql<Row>`
      select v.id as version_id, v.price_hour_micro as price_micro, c.name, v.version
      from images m join community_image_versions v on v.id = m.priced_version_id
      join community_images c on c.id = v.community_image_id
      join users author on author.id = c.author_id join users u on u.id = ${userId}
      where m.id = ${imageId} and v.published_at is not null and v.price_hour_micro > 0
        and coalesce(author.master_id, author.id) <> coalesce(u.master_id, u.id)`.execute(db)
    return rows[0]
  },
})
