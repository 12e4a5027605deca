import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { orders } from '#contract/orders.ts'
import { privateImages } from '#contract/private-images.ts'
import type { Person } from '#tests/support/people.ts'
import type { InstanceFormInput, RentalPlatform } from '#tests/support/rental.ts'

/** Helpers shared by the tests of images, clones and migrations. */
export function createLongTaskHelper(rental: RentalPlatform) {
  const shell = async (id: string, generation: number, script: string): Promise<string> => {
    const ref = { installation_id: rental.deps.installation_id, id, generation, host: 'host-1' }
    const { stream, exit } = await rental.deps.compute.exec(ref, { cmd: ['/bin/sh', '-c', script] })
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    await exit
    return Buffer.concat(chunks).toString().trim()
  }
  async function shutDown(person: Person, id: string): Promise<void> {
    await rental.act(person, id, 'shutdown')
    await rental.reach(id, instanceStatusCodes.shut_down)
  }
  async function boot(person: Person, id: string): Promise<void> {
    await rental.act(person, id, 'start')
    await rental.reach(id, instanceStatusCodes.running)
  }
  return {
    /** Runs a shell line in a running instance; returns its output. */
    shell,
    shutDown,
    boot,
    rentAndStop: async (person: Person, wish?: InstanceFormInput): Promise<string> => {
      const id = await rental.rent(person, wish)
      await shutDown(person, id)
      return id
    },
    save: (person: Person, id: string, name = '环境') =>
      person.call(instances.save_image, { params: { id }, body: { name, version: 'v1' } }),
    migrate: (person: Person, id: string, body: { host_id?: string; start?: boolean } = {}) =>
      person.call(instances.migrate, { params: { id }, body }),
    clone: async (
      person: Person,
      id: string,
      { copy_data: copyData = true, ...wish }: InstanceFormInput & { copy_data?: boolean } = {},
    ) => {
      const { data } = await rental.quote(person, { ...wish, clone: { instance_id: id, copy_data: copyData } })
      return person.call(orders.create, { body: { quote: data.token } })
    },
    imagesOf: async (person: Person) => (await person.call(privateImages.list)).data,
    rowOf: (id: string) =>
      rental.deps.database.kysely.selectFrom('instances').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    cardsOf: async (id: string): Promise<string[]> => {
      const rows = rental.deps.database.kysely.selectFrom('gpus').select('host_id').where('instance_id', '=', id)
      return (await rows.execute()).map(({ host_id: hostId }) => hostId)
    },
  }
}
