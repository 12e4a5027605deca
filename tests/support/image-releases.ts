import type { z } from 'zod'
import { type ImageReleaseDetail, type ImageReleaseForm, imageReleases } from '#contract/image-releases.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { newId } from '#server/lib/ids.ts'
import { ownedFixtures } from '#tests/support/fixtures.ts'
import { createLongTaskHelper } from '#tests/support/long-tasks.ts'
import type { Person } from '#tests/support/people.ts'
import type { RentalPlatform } from '#tests/support/rental.ts'

type Form = z.input<typeof ImageReleaseForm>

export const getUserUuid = async ({ deps }: RentalPlatform, { id }: Person): Promise<string> =>
  (await deps.database.kysely.selectFrom('users').select('uuid').where('id', '=', id).executeTakeFirstOrThrow()).uuid

export const buildReleaseForm = (privateImageId: string, changes: Partial<Form> = {}): Form => ({
  private_image_id: privateImageId,
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
export async function addImageRelease(
  rental: RentalPlatform,
  person: Person,
  changes: Partial<Form> = {},
): Promise<ImageReleaseDetail> {
  const body = buildReleaseForm(await ownedFixtures.private_image(rental, person), changes)
  const { status, raw, data } = await person.call(imageReleases.create, { body })
  if (status !== 200) throw new Error(raw)
  return data
}

/** An entry with one published version; answers the entry's id. */
export async function addPublishedImage(rental: RentalPlatform, person: Person, changes: Partial<Form> = {}): Promise<string> {
  const { id } = await addImageRelease(rental, person, { name: newId('name').slice(-12), ...changes })
  const { kysely } = rental.deps.database
  const set = { state: 'published', published_at: rental.clock.now() }
  await kysely.updateTable('community_image_versions').set(set).where('community_image_id', '=', id).execute()
  return id
}

/** A system disk really saved on the engine, by somebody who keeps no instance of it; answers the image's engine reference. */
export async function saveSystemDiskImage(rental: RentalPlatform): Promise<string> {
  const work = createLongTaskHelper(rental)
  const person = await rental.addPerson()
  const id = await rental.rent(person)
  await work.shell(id, 1, 'echo trained > /root/weights')
  await work.save(person, id)
  await rental.reach(id, instanceStatusCodes.running)
  await rental.releaseAll(person)
  const [image] = await work.imagesOf(person)
  return `zhisuan/saved:${image!.id}`
}

/** One more private image of a person, on the engine under a name of its own. */
export async function addPrivateImage(rental: RentalPlatform, person: Person, reference: string): Promise<string> {
  const id = await ownedFixtures.private_image(rental, person)
  await rental.deps.compute.copyImage(reference, `zhisuan/saved:${id}`)
  return id
}
