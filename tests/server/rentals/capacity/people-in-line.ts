import { status_codes } from '#contract/instance-actions.ts'
import { notifications } from '#contract/notifications.ts'
import { queue } from '#contract/queue.ts'
import type { Person } from '#tests/support/people.ts'
import type { Rental, Wish } from '#tests/support/rental.ts'

/** What tests of the queue do over and over. */
export function inLine(rental: Rental) {
  const { kysely } = rental.deps.database
  const joinCreate = (person: Person, wish?: Wish, max_price_hour: string | null = null) =>
    person.call(queue.create, { body: { form: rental.formOf(wish), max_price_hour } })
  const joinBoot = (person: Person, id: string) => person.call(queue.boot, { params: { id } })
  const look = async (person: Person, id: string) => (await person.call(queue.get, { params: { id } })).data
  const cancel = (person: Person, id: string) => person.call(queue.cancel, { params: { id } })
  /** Titles of what somebody was told, newest first. */
  const told = async (person: Person) => (await person.call(notifications.list, { query: { page_size: 100 } })).data
  /** Rents all that is left of a model, card by card of `gpu_num`; answers the instances. */
  async function sellOut(person: Person, model: string, gpu_num = 1): Promise<string[]> {
    const ids: string[] = []
    while ((await rental.freeCards(model)) >= gpu_num) ids.push(await rental.rent(person, { model, gpu_num }))
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
      if (statuses.every((status) => status === status_codes.shut_down)) return
      await rental.clock.advance(1_000)
    }
    throw new Error('cards are still held')
  }
  return { joinCreate, joinBoot, look, cancel, told, sellOut, statusOf, giveBack }
}
