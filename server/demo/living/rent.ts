import { dayMs } from '#contract/day.ts'
import { isActionAllowed } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { orders } from '#contract/orders.ts'
import { livingRepo } from '#server/demo/living/living.repo.ts'
import { imagePublications, readmeFile, readPublicationFiles } from '#server/demo/living/publications.ts'
import { type Rental, type RentalStep, regionIds, rentals } from '#server/demo/living/rentals.ts'
import type { Scene, Stage } from '#server/demo/living/stage.ts'
import { toInstanceRef } from '#server/domains/rentals/instances/instance-spec.ts'

const hourMs = 3_600_000
const secondMs = 1_000
const ruleMs = { hour: 0, day: dayMs, week: 7 * dayMs }
/** The rounds come a little after what they look for. */
const roundsAfterMs = 20 * secondMs

export const toInstanceKey = (who: string, name: string) => `instance ${who} ${name}`
/** What a rental asks of the workers of the story. */
export interface RentalWorkers {
  settle: () => Promise<void>
  makeRounds: () => Promise<void>
  /** Whether the engine has lost all its images. */
  breakImages: (broken: boolean) => void
}
const imageIdOf = (stage: Stage, image: string) => (image.startsWith('image-') ? image : stage.ids.get(`image ${image}`)!)

async function rent(stage: Stage, rental: Rental, { settle, makeRounds, breakImages }: RentalWorkers): Promise<void> {
  const { who, name, model, region, gpus, rule, quantity, image, data_sets: slugs = [] } = rental
  const productId = await livingRepo(stage.deps.database.kysely).productId(model, regionIds[region])
  const form = {
    product_id: productId,
    gpu_num: gpus,
    image_id: imageIdOf(stage, image),
    data_disk: limits.freeDataDiskGb,
    charge_rule: rule,
    quantity,
    nick_name: name,
    secret_key_id: null,
    ...(slugs.length > 0 && { data_set_version_ids: slugs.map((slug) => stage.ids.get(`data set ${slug}`)!) }),
  }
  const actor = stage.as(who)
  const { token } = await actor.call(orders.quote, { body: form })
  breakImages(rental.fails === true)
  const { instance_id: id } = await actor.call(orders.create, { body: { quote: token } })
  stage.ids.set(toInstanceKey(who, name), id!)
  await settle()
  breakImages(false)
  const paidMs = ruleMs[rule] * quantity
  if (paidMs === 0) return
  const expires = stage.clock.now().getTime() + paidMs
  const told = limits.expiryNoticeHours.map((hours) => hours * hourMs).filter((aheadMs) => aheadMs <= paidMs / 4)
  for (const aheadMs of [0, ...told]) stage.plan({ at: new Date(expires - aheadMs + roundsAfterMs), play: makeRounds })
}

/** Writes what an author publishes into the instance it is saved from, so that the image holds what its text says. */
async function writePublishedFiles(stage: Stage, id: string, who: string, image: string): Promise<void> {
  const publication = imagePublications.find(({ name, author }) => name === image && author === who)
  if (!publication) return
  const { [readmeFile]: readme = '', ...files } = readPublicationFiles('images', publication.folder)
  const [, folder] = /都在 `([^`]+)` 里/.exec(readme)!
  const ref = toInstanceRef(stage.deps, await livingRepo(stage.deps.database.kysely).instance(id))
  for (const [name, text] of Object.entries(files)) {
    const command = `mkdir -p ${folder} && cat > ${folder}/${name}`
    const { stream, exit } = await stage.deps.compute.exec(ref, { cmd: ['sh', '-c', command] })
    stream.resume().end(text)
    if ((await exit) !== 0) throw new Error(`${folder}/${name} of ${id} was not written`)
  }
}

async function takeStep(stage: Stage, { who, name }: Rental, act: RentalStep[1], { settle }: RentalWorkers): Promise<void> {
  const params = { id: stage.ids.get(toInstanceKey(who, name))! }
  const actor = stage.as(who)
  if (act === 'release') {
    const { status } = await actor.call(instances.get, { params })
    if (!isActionAllowed('release', status)) await actor.call(instances.shutdown, { params })
    await settle()
  }
  if (act === 'shutdown' || act === 'start' || act === 'release') await actor.call(instances[act], { params })
  else {
    const name = act.slice('save '.length)
    await writePublishedFiles(stage, params.id, who, name)
    await actor.call(instances.save_image, { params, body: { name, version: 'v1' } })
  }
  await settle()
}

export const buildRentalScenes = (workers: RentalWorkers): Scene[] =>
  rentals.flatMap((rental) => [
    { at: rental.at, play: (stage: Stage) => rent(stage, rental, workers) },
    ...rental.steps.map(([at, act]) => ({ at, play: (stage: Stage) => takeStep(stage, rental, act, workers) })),
  ])
