import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { notifications } from '#contract/notifications.ts'
import { queue } from '#contract/queue.ts'
import type { Person } from '#tests/support/people.ts'
import type { InstanceFormInput, RentalPlatform } from '#tests/support/rental.ts'

/** What tests of the queue do over and over. */
export function createQueueHelper(rental: RentalPlatform) {
  const { kysely } = rental.deps.database
  const joinCreate = (person: Person, wish?: InstanceFormInput, maxPriceHour: string | null = null) =>
    person.call(queue.create, { body: { form: rental.formOf(wish), max_price_hour: maxPriceHour } })
  const joinBoot = (person: Person, id: string) => person.call(queue.boot, { params: { id } })
  const look = async (person: Person, id: string) => (await person.call(queue.get, { params: { id } })).data
  const cancel = (person: Person, id: string) => person.call(queue.cancel, { params: { id } })
  /** Titles of what somebody was told, newest first. */
  const told = async (person: Person) => (await person.call(notifications.list, { query: { page_size: 100 } })).data
  /** Rents all that is left of a model, card by card of `gpu_num`; answers the instances. */
  async function sellOut(person: Person, model: string, gpuNum = 1): Promise<string[]> {
    const ids: string[] = []
    while ((await rental.freeCards(model)) >= gpuNum) ids.push(await rental.rent(person, { model, gpu_num: gpuNum }))
    return ids
  }
  const statusOf = async (id: string) =>
    (await kysely.selectFrom('instances').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
  /** Shuts instances down until their cards are free, while no worker serves the queue. */
  async function giveBack(person: Person, ids: readonly string[]): Promise<void> {
    for (const id of ids) await rental.act(person, id, 'shutdown')
    for (let second = 0; second < 60; second += 1) {
      await rental.reconcile()
      const statuses = await Promise.all(ids.map(statusOf))
      if (statuses.every((status) => status === instanceStatusCodes.shut_down)) return
      await rental.clock.advance(1_000)
    }
    throw new Error('cards are still held')
  }
  return { joinCreate, joinBoot, look, cancel, told, sellOut, statusOf, giveBack }
}
