import type { z } from 'zod'
import { type ImageReleaseDetail, image_releases, type ReleaseForm } from '#contract/image-releases.ts'
import { status_codes } from '#contract/instance-actions.ts'
import { newId } from '#server/lib/ids.ts'
import { fixtures } from '#tests/support/fixtures.ts'
import { longWorkOf } from '#tests/support/long-tasks.ts'
import type { Person } from '#tests/support/people.ts'
import type { Rental } from '#tests/support/rental.ts'

type Form = z.input<typeof ReleaseForm>

export const uuidOf = async ({ deps }: Rental, { id }: Person): Promise<string> =>
  (await deps.database.kysely.selectFrom('users').select('uuid').where('id', '=', id).executeTakeFirstOrThrow()).uuid

export const releaseForm = (private_image_id: string, changes: Partial<Form> = {}): Form => ({
  private_image_id,
  name: 'LoRA 微调',
  summary: '单卡微调大模型',
  tags: ['大模型', '训练'],
  version: '1.0',
  licence: 'MIT',
  readme: '# 说明',
  price_hour: '0',
  ...changes,
})

/** A release of a private image that is only a row: its version is being prepared. */
export async function releaseOf(rental: Rental, person: Person, changes: Partial<Form> = {}): Promise<ImageReleaseDetail> {
  const body = releaseForm(await fixtures.private_image(rental, person), changes)
  const { status, raw, data } = await person.call(image_releases.create, { body })
  if (status !== 200) throw new Error(raw)
  return data
}

/** An entry with one published version; answers the entry's id. */
export async function publishedImageOf(rental: Rental, person: Person, changes: Partial<Form> = {}): Promise<string> {
  const { id } = await releaseOf(rental, person, { name: newId('name').slice(-12), ...changes })
  const { kysely } = rental.deps.database
  const set = { state: 'published', published_at: rental.clock.now() }
  await kysely.updateTable('community_image_versions').set(set).where('community_image_id', '=', id).execute()
  return id
}

/** A system disk really saved on the engine, by somebody who keeps no instance of it; answers the image's engine reference. */
export async function savedReference(rental: Rental): Promise<string> {
  const work = longWorkOf(rental)
  const person = await rental.addPerson()
  const id = await rental.rent(person)
  await work.shell(id, 1, 'echo trained > /root/weights')
  await work.save(person, id)
  await rental.reach(id, status_codes.running)
  await rental.releaseAll(person)
  const [image] = await work.imagesOf(person)
  return `zhisuan/saved:${image!.id}`
}

/** One more private image of a person, on the engine under a name of its own. */
export async function privateImageFrom(rental: Rental, person: Person, reference: string): Promise<string> {
  const id = await fixtures.private_image(rental, person)
  await rental.deps.compute.copyImage(reference, `zhisuan/saved:${id}`)
  return id
}
