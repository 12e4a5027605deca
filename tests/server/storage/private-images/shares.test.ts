import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { imageReleases } from '#contract/image-releases.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { notifications } from '#contract/notifications.ts'
import { privateImages } from '#contract/private-images.ts'
import { removeEngineImages } from '#server/domains/storage/private-images/private-images.service.ts'
import { ownedFixtures } from '#tests/support/fixtures.ts'
import { addPrivateImage, buildReleaseForm, getUserUuid, saveSystemDiskImage } from '#tests/support/image-releases.ts'
import { createLongTaskHelper } from '#tests/support/long-tasks.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let work: ReturnType<typeof createLongTaskHelper>
let owner: Person
let friend: Person
let saved: string
beforeAll(async () => {
  rental = await createRentalPlatform()
  work = createLongTaskHelper(rental)
  owner = await rental.addPerson()
  friend = await rental.addPerson()
  saved = await saveSystemDiskImage(rental)
})
afterAll(() => rental.close())

const shareWith = (id: string, uuid: string, by = owner) => by.call(privateImages.share, { params: { id }, body: { uuid } })
/** An image on the engine, shared with the friend. */
async function shared(): Promise<{ id: string; share_id: string }> {
  await rental.clock.advance(1000)
  const id = await addPrivateImage(rental, owner, saved)
  return { id, share_id: (await shareWith(id, await getUserUuid(rental, friend))).data.id }
}
const takeBack = (shareId: string, by = owner) => by.call(privateImages.take_back, { params: { share_id: shareId } })
const sharedWithFriend = async () => (await friend.call(privateImages.shared_list, { query: { page_size: 100 } })).data

describe('product §7 Sharing a private image', () => {
  it('lets the other account see it, create instances with it and change images to it', async () => {
    const { id } = await shared()
    expect((await friend.call(notifications.list)).data[0]?.title).toMatch(/共享了镜像/)
    const { nickname } = (await owner.call(privateImages.shares, { params: { id } })).data[0]!
    expect((await sharedWithFriend())[0]).toMatchObject({ id, owner: { nickname: expect.any(String) }, used_by: 0, size_gb: 9.8 })
    expect(nickname).not.toBe('')
    const instance = await rental.rent(friend, { image_id: id })
    expect(await work.shell(instance, 1, 'cat /root/weights')).toBe('trained')
    await work.shutDown(friend, instance)
    for (const imageId of ['image-tests', id]) {
      const reply = await friend.call(instances.change_image, { params: { id: instance }, body: { image_id: imageId } })
      expect(reply.status).toBe(200)
    }
    expect((await sharedWithFriend())[0]).toMatchObject({ used_by: 1 })
    expect((await owner.call(privateImages.get, { params: { id } })).data).toMatchObject({ shares: 1, used_by: 0 })
    await rental.releaseAll(friend)
  })

  it('gives nothing else: it is not the other’s to rename, share on, publish or remove', async () => {
    const { id, share_id: shareId } = await shared()
    const params = { id }
    expect((await friend.call(privateImages.get, { params })).status).toBe(404)
    expect((await friend.call(privateImages.update, { params, body: { name: '我的' } })).status).toBe(404)
    expect((await friend.call(privateImages.remove, { params })).status).toBe(404)
    expect((await friend.call(privateImages.shares, { params })).status).toBe(404)
    expect((await shareWith(id, await getUserUuid(rental, await rental.addPerson()), friend)).status).toBe(404)
    expect((await takeBack(shareId, friend)).status).toBe(404)
    expect((await friend.call(imageReleases.create, { body: buildReleaseForm(id) })).code).toBe(
      resultCodes.release_source_gone.code,
    )
    expect((await friend.call(privateImages.list)).data).toEqual([])
  })

  it('wants the UUID of another account, each once, of an image that is ready', async () => {
    const { id } = await shared()
    const known = await getUserUuid(rental, friend)
    for (const [uuid, code] of [
      ['00000000-0000-4000-8000-000000000000', resultCodes.share_target_unknown.code],
      [await getUserUuid(rental, owner), resultCodes.share_target_own.code],
      [known.toUpperCase(), resultCodes.image_share_taken.code],
      ['not a uuid', resultCodes.invalid.code],
      ['', resultCodes.invalid.code],
    ]) {
      const reply = await shareWith(id, uuid!)
      expect([reply.code, Object.keys(reply.errors ?? {})]).toEqual([code, ['uuid']])
    }
    const saving = await ownedFixtures.private_image(rental, owner)
    await rental.deps.database.kysely.updateTable('images').set({ state: 'saving' }).where('id', '=', saving).execute()
    expect((await shareWith(saving, known)).code).toBe(resultCodes.image_not_ready.code)
  })

  it(`goes to ${limits.imageSharesMax} accounts at most, also when many are added at once`, async () => {
    const id = await ownedFixtures.private_image(rental, owner)
    const people = await rental.addPeople(limits.imageSharesMax + 1)
    const uuids = await Promise.all(people.map((person) => getUserUuid(rental, person)))
    const replies = await Promise.all(uuids.map((uuid) => shareWith(id, uuid)))
    expect(replies.filter(({ code }) => code === resultCodes.image_share_limit.code)).toHaveLength(1)
    expect((await owner.call(privateImages.shares, { params: { id } })).data).toHaveLength(limits.imageSharesMax)
  })
})

describe('product §7 Taking a share back', () => {
  it('stops new uses; the instance that has it keeps running, and boots', async () => {
    const { id, share_id: shareId } = await shared()
    const instance = await rental.rent(friend, { image_id: id })
    expect((await takeBack(shareId)).status).toBe(200)
    expect((await friend.call(notifications.list)).data[0]?.title).toMatch(/不再共享给你$/)
    expect((await rental.quote(friend, { image_id: id })).errors).toHaveProperty('image_id')
    expect((await sharedWithFriend()).map((image) => image.id)).not.toContain(id)
    expect((await rental.show(friend, instance)).status).toBe(instanceStatusCodes.running)
    await work.shutDown(friend, instance)
    await work.boot(friend, instance)
    expect((await takeBack(shareId)).status).toBe(404)
    await rental.releaseAll(friend)
  })

  it('comes with removing the image, which the engine keeps until nobody’s instance needs it', async () => {
    const { id } = await shared()
    const instance = await rental.rent(friend, { image_id: id })
    expect((await owner.call(privateImages.remove, { params: { id } })).status).toBe(200)
    expect((await rental.quote(friend, { image_id: id })).errors).toHaveProperty('image_id')
    const there = () => rental.deps.compute.ensureImage('host-1', `zhisuan/saved:${id}`, () => undefined)
    await removeEngineImages(rental.deps)
    await there()
    await work.shutDown(friend, instance)
    await work.boot(friend, instance)
    await rental.releaseAll(friend)
    await removeEngineImages(rental.deps)
    await expect(there()).rejects.toMatchObject({ code: 'ImageNotFound' })
  })

  it('is refused to the owner as before while an own instance is made of it', async () => {
    const { id } = await shared()
    await rental.rent(owner, { image_id: id })
    expect((await owner.call(privateImages.remove, { params: { id } })).code).toBe(resultCodes.image_in_use.code)
    await rental.releaseAll(owner)
  })
})

describe('product §7 Saving', () => {
  it('shows how far it is, and tells the page each time', async () => {
    const person = await rental.addPerson()
    const instance = await rental.rent(person)
    await work.save(person, instance)
    expect(await work.imagesOf(person)).toMatchObject([{ state: 'saving', percent: 0 }])
    const { id } = (await work.imagesOf(person))[0]!
    const { kysely } = rental.deps.database
    const timesTold = async () => {
      const events = await kysely.selectFrom('stream_events').select('message').where('user_id', '=', person.id).execute()
      return events.filter(({ message }) => (message as { id?: string }).id === id).length
    }
    const { compute } = rental.deps
    const { snapshot } = compute
    const told: number[] = []
    compute.snapshot = async (ref, target, onProgress) => {
      for (const percent of [10, 40, 70]) {
        onProgress(percent)
        await vi.waitFor(async () => expect(await work.imagesOf(person)).toMatchObject([{ state: 'saving', percent }]))
        told.push(await timesTold())
      }
      for (let percent = 71; percent < 100; percent += 1) onProgress(percent) // nobody waits, and none comes after a later one
      return snapshot.call(compute, ref, target, onProgress)
    }
    const before = await timesTold()
    await rental.reach(instance, instanceStatusCodes.running).finally(() => {
      compute.snapshot = snapshot
    })
    expect(told).toEqual([before + 1, before + 2, before + 3])
    expect(await work.imagesOf(person)).toMatchObject([{ state: 'ready', percent: null }])
    const task = kysely.selectFrom('instance_tasks').select('percent').where('image_id', '=', id)
    expect((await task.executeTakeFirstOrThrow()).percent).toBe(100)
    await rental.releaseAll(person)
  })
})
