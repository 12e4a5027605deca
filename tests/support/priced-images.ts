import { newId } from '#server/lib/ids.ts'
import type { Person } from '#tests/support/people.ts'
import type { Rental } from '#tests/support/rental.ts'

export interface PricedImage {
  image_id: string
  version_id: string
}

/** A published community image at so many fen per hour, as publishing and review leave it. */
export async function addPricedImage({ deps, clock }: Rental, author: Person, price_fen: number): Promise<PricedImage> {
  const { kysely } = deps.database
  const [id, image_id, version_id] = [newId('community'), newId('image'), newId('version')]
  const at = clock.now()
  const made_of = { framework: 'PyTorch', python: '3.12', runtime: 'CUDA 12.4', vendor: 'nvidia', size_gb: 9.8, sort: 0 }
  await kysely
    .insertInto('community_images')
    .values({ id, author_id: author.id, name: '推理环境', summary: '装好即用', created_at: at })
    .execute()
  await kysely
    .insertInto('images')
    .values({
      ...made_of,
      id: image_id,
      name: '推理环境',
      version: '1.0',
      kind: 'community',
      owner_id: author.id,
      reference: 'zhisuan/pytorch:2.6',
    })
    .execute()
  await kysely
    .insertInto('community_image_versions')
    .values({
      id: version_id,
      community_image_id: id,
      version: '1.0',
      image_id,
      licence: 'MIT',
      readme: '# 推理环境',
      state: 'published',
      price_hour_micro: BigInt(price_fen) * 10_000n,
      submitted_at: at,
      published_at: at,
    })
    .execute()
  return { image_id, version_id }
}
