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

/** Inserts only the row of a release of a private image; its version is being prepared. */
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

/** Creates an entry with one published version; returns the entry's id. */
export async function addPublishedImage(rental: RentalPlatform, person: Person, changes: Partial<Form> = {}): Promise<string> {
  const { id } = await addImageRelease(rental, person, { name: newId('name').slice(-12), ...changes })
  const { kysely } = rental.deps.database
  const set = { state: 'published', published_at: rental.clock.now() }
  await kysely.updateTable('community_image_versions').set(set).where('community_image_id', '=', id).execute()
  return id
}

/** Saves a real system disk on the engine for a user who keeps no instance of it; returns the image's engine reference. */
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

/** Creates another private image of a user, with its own name on the engine. */
export async function addPrivateImage(rental: RentalPlatform, person: Person, reference: string): Promise<string> {
  const id = await ownedFixtures.private_image(rental, person)
  await rental.deps.compute.copyImage(reference, `zhisuan/saved:${id}`)
  return id
}
